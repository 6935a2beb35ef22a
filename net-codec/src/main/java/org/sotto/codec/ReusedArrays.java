package org.sotto.codec;

/** The last array of each type, as long as its length is asked for. */
final class ReusedArrays implements ArraySource {
  private byte[] bytes = {};
  private short[] shorts = {};
  private int[] ints = {};
  private long[] longs = {};

  @Override
  public byte[] bytes(int length) {
    if (bytes.length != length) {
      bytes = new byte[length];
    }
    return bytes;
  }

  @Override
  public short[] shorts(int length) {
    if (shorts.length != length) {
      shorts = new short[length];
    }
    return shorts;
  }

  @Override
  public int[] ints(int length) {
    if (ints.length != length) {
      ints = new int[length];
    }
    return ints;
  }

  @Override
  public long[] longs(int length) {
    if (longs.length != length) {
      longs = new long[length];
    }
    return longs;
  }
}
