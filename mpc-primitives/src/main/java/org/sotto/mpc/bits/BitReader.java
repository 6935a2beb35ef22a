package org.sotto.mpc.bits;

import org.sotto.codec.BitVec;

/** Takes a message apart in the order in which {@link BitWriter} put it together. */
public final class BitReader {
  private final BitVec message;
  private long at;

  /** Begins at the first bit. */
  public BitReader(BitVec message) {
    this.message = message;
  }

  /** Takes elements of {@code width} bits into {@code [from, to)}. */
  public void ring(int width, long[] elements, int from, int to) {
    check((long) width * (to - from));
    for (int i = from; i < to; i++) {
      elements[i] = PackedBits.read(message.words(), at, width);
      at += width;
    }
  }

  /** Takes a run of bits. */
  public void bits(long[] target, long to, long count) {
    check(count);
    PackedBits.copy(message.words(), at, target, to, count);
    at += count;
  }

  private void check(long count) {
    if (at + count > message.size()) {
      throw new IllegalStateException(
          "message: expected " + count + " bits more, got " + (message.size() - at));
    }
  }
}
