package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map: a count, then key and value in turn, in the order of iteration. A {@link LinkedHashMap} is
 * read, in the order that was sent.
 *
 * <p>Keys are strings, boxed primitives and enum constants. All of these order among their own kind
 * or hash well, so a sender cannot make a table of one long chain, and none of them changes later.
 */
@SuppressWarnings("rawtypes") // Kryo hands over classes, not types
final class MapSerializer extends Serializer<Map> {
  @Override
  public void write(Kryo kryo, Output output, Map map) {
    Map<?, ?> entries = new LinkedHashMap<>((Map<?, ?>) map);
    output.writeVarInt(entries.size(), true);
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      kryo.writeClassAndObject(output, key(entry.getKey()));
      kryo.writeClassAndObject(output, entry.getValue());
    }
  }

  @Override
  public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map> type) {
    int count = ((BoundedInput) input).readCount();
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      Object key = key(kryo.readClassAndObject(input));
      map.put(key, kryo.readClassAndObject(input));
    }
    if (map.size() != count) {
      throw refused(count + " keys", map.size() + " different ones");
    }
    return map;
  }

  private static Object key(@Nullable Object key) {
    if (key == null) {
      throw refused("a key", "null");
    }
    return switch (key) {
      case String _, Boolean _, Character _, Number _, Enum<?> _ -> key;
      default -> throw refused("a key of a simple class", key.getClass().getName());
    };
  }

  private static CodecException refused(String expected, String got) {
    return new CodecException(Descriptor.OPAQUE.code, CodecException.NONE, expected, got);
  }
}
