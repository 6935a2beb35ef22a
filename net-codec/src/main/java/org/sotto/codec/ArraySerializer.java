package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.util.List;

/** An array of objects: a count, then the elements, each with the id of its class or null. */
final class ArraySerializer extends Serializer<Object> {
  private final Class<?> component;
  private final ListSerializer elements = new ListSerializer();

  ArraySerializer(Class<?> component) {
    this.component = component;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    Object[] array = (Object[]) object;
    output.writeVarInt(array.length, true);
    for (Object element : array) {
      kryo.writeClassAndObject(output, element);
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<? extends Object> type) {
    List<?> read = elements.read(kryo, input, List.class);
    return read.toArray((Object[]) Array.newInstance(component, 0));
  }
}
