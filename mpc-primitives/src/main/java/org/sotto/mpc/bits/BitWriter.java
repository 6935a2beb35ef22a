package org.sotto.mpc.bits;

import java.util.Arrays;
import org.sotto.codec.BitVec;

/** A message under construction: elements of any width, bit by bit without padding. */
public final class BitWriter {
  private long[] words = new long[4];
  private long bits;

  /** How many bits were appended. */
  public long size() {
    return bits;
  }

  /** Appends the low {@code width} bits of the elements in {@code [from, to)}. */
  public void ring(int width, long[] elements, int from, int to) {
    reserve((long) width * (to - from));
    long mask = width == 64 ? -1L : (1L << width) - 1;
    for (int i = from; i < to; i++) {
      PackedBits.write(words, bits, width, elements[i] & mask);
      bits += width;
    }
  }

  /** Appends a run of bits. */
  public void bits(long[] source, long from, long count) {
    reserve(count);
    PackedBits.copy(source, from, words, bits, count);
    bits += count;
  }

  private void reserve(long more) {
    if (bits + more > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "message: expected at most 2^31-1 bits, got "
              + (bits + more)
              + "; cut the batch into smaller ones");
    }
    int needed = PackedBits.words(bits + more) + 1;
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, words.length * 2));
    }
  }

  /** The message so far, in words of its own. */
  public BitVec message() {
    return new BitVec((int) bits, Arrays.copyOf(words, PackedBits.words(bits)));
  }
}
