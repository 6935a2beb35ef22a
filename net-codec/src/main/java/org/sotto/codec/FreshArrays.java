package org.sotto.codec;

/** New arrays, every time. */
enum FreshArrays implements ArraySource {
  INSTANCE;

  @Override
  public byte[] bytes(int length) {
    return new byte[length];
  }

  @Override
  public short[] shorts(int length) {
    return new short[length];
  }

  @Override
  public int[] ints(int length) {
    return new int[length];
  }

  @Override
  public long[] longs(int length) {
    return new long[length];
  }
}
