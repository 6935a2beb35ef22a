package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;

/**
 * A list: a count, then the elements, each with the id of its class or null. Whatever list was
 * sent, an {@link ArrayList} is read, which grows with what is really there.
 */
@SuppressWarnings("rawtypes") // Kryo hands over classes, not types
final class ListSerializer extends Serializer<List> {
  @Override
  public void write(Kryo kryo, Output output, List list) {
    Object[] elements = list.toArray();
    output.writeVarInt(elements.length, true);
    for (Object element : elements) {
      kryo.writeClassAndObject(output, element);
    }
  }

  @Override
  public List<?> read(Kryo kryo, Input input, Class<? extends List> type) {
    int count = ((BoundedInput) input).readCount();
    List<Object> list = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      list.add(kryo.readClassAndObject(input));
    }
    return list;
  }
}
