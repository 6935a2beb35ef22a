package org.sotto.codec;

import com.esotericsoftware.kryo.io.Input;

/**
 * A Kryo input that takes memory only for elements that can be there.
 *
 * <p>Kryo allocates arrays and strings by their declared length before it reads them
 * (EsotericSoftware kryo issue 1282). Here each declared count must fit the bytes that remain, and
 * all counts of one decoding together may not exceed the bytes of the input: every element takes a
 * byte at least, so nested containers cannot claim the same bytes twice.
 */
final class BoundedInput extends Input {
  private int budget;

  BoundedInput(byte[] bytes, int offset, int length) {
    super(bytes, offset, length);
    setVariableLengthEncoding(false);
    budget = length;
  }

  /** Reads a count of elements that take at least one byte each. */
  int readCount() {
    int count = readVarInt(true);
    claim(count, 1);
    return count;
  }

  /** Bytes not read so far. */
  int remaining() {
    return limit - position;
  }

  private void claim(int count, int width) {
    if (count < 0 || (long) count * width > remaining() || count > budget) {
      throw new CodecException(
          Descriptor.OPAQUE.code,
          position,
          "a count that " + remaining() + " bytes can hold",
          "count " + Integer.toUnsignedLong(count));
    }
    budget -= count;
  }

  /** The length in front of a string: characters + 1, or 0 for null. */
  @Override
  public int readVarIntFlag(boolean optimizePositive) {
    int length = super.readVarIntFlag(optimizePositive);
    if (length != 0) {
      claim(length - 1, 1);
    }
    return length;
  }

  @Override
  public byte[] readBytes(int length) {
    claim(length, 1);
    return super.readBytes(length);
  }

  @Override
  public boolean[] readBooleans(int length) {
    claim(length, 1);
    return super.readBooleans(length);
  }

  @Override
  public short[] readShorts(int length) {
    claim(length, Short.BYTES);
    return super.readShorts(length);
  }

  @Override
  public char[] readChars(int length) {
    claim(length, Character.BYTES);
    return super.readChars(length);
  }

  @Override
  public int[] readInts(int length) {
    claim(length, Integer.BYTES);
    return super.readInts(length);
  }

  @Override
  public long[] readLongs(int length) {
    claim(length, Long.BYTES);
    return super.readLongs(length);
  }

  @Override
  public float[] readFloats(int length) {
    claim(length, Float.BYTES);
    return super.readFloats(length);
  }

  @Override
  public double[] readDoubles(int length) {
    claim(length, Double.BYTES);
    return super.readDoubles(length);
  }
}
