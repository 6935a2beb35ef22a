package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.HashMap;
import java.util.Map;

/**
 * An enum constant: its name. Like the ids of classes, it does not depend on an order that another
 * version of the application may have changed.
 */
final class EnumSerializer extends Serializer<Object> {
  private final Map<String, Object> constants = new HashMap<>();

  EnumSerializer(Class<?> type) {
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    output.writeString(((Enum<?>) object).name());
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    Object constant = constants.get(input.readString());
    if (constant == null) {
      throw new CodecException(
          Descriptor.OPAQUE.code, input.position(), "the name of a constant", "another");
    }
    return constant;
  }
}
