package org.sotto.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;

/**
 * An array of primitives: a count, then the elements at their fixed width, little-endian. Kryo's
 * own forms take variable widths, which waste space on uniformly random elements, and the one for
 * booleans takes memory for any declared count.
 *
 * @param <A> the array class
 */
final class PrimitiveArraySerializer<A> extends Serializer<A> {

  /** Writes a number of elements from an index on. */
  @FunctionalInterface
  interface Writing<A> {
    void write(Output output, A array, int from, int count);
  }

  /** Reads a number of elements; the input checks that they can be there. */
  @FunctionalInterface
  interface Reading<A> {
    A read(Input input, int count);
  }

  private final Writing<A> writing;
  private final Reading<A> reading;

  PrimitiveArraySerializer(Writing<A> writing, Reading<A> reading) {
    this.writing = writing;
    this.reading = reading;
  }

  @Override
  public void write(Kryo kryo, Output output, A array) {
    int count = Array.getLength(array);
    output.writeVarInt(count, true);
    writing.write(output, array, 0, count);
  }

  @Override
  public A read(Kryo kryo, Input input, Class<? extends A> type) {
    return reading.read(input, input.readVarInt(true));
  }
}
