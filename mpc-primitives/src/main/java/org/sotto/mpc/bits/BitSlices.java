package org.sotto.mpc.bits;

/**
 * Slices of words: slice t holds bit t of n words, one bit a word, and takes the bits {@code [t *
 * n, (t + 1) * n)} of one array without padding. So a range of slices is one run of bits.
 */
public final class BitSlices {
  private BitSlices() {}

  /** The lowest {@code slices} bits of each word. */
  public static long[] of(long[] values, int slices) {
    int n = values.length;
    long[] out = PackedBits.zeros((long) slices * n);
    long[] tile = new long[64];
    for (int lane = 0; lane < n; lane += 64) {
      int lanes = Math.min(64, n - lane);
      for (int i = 0; i < 64; i++) {
        tile[i] = i < lanes ? values[lane + i] : 0;
      }
      transpose(tile);
      for (int t = 0; t < slices; t++) {
        PackedBits.write(out, (long) t * n + lane, lanes, tile[t]);
      }
    }
    return out;
  }

  /**
   * The lowest {@code slices} bits of the values in {@code [from, to)}, each slice in whole words
   * of its own.
   */
  public static long[] padded(long[] values, int from, int to, int slices) {
    int words = PackedBits.words(to - from);
    long[] out = new long[Math.multiplyExact(slices, words)];
    long[] tile = new long[64];
    for (int w = 0; w < words; w++) {
      int lane = from + 64 * w;
      int lanes = Math.min(64, to - lane);
      System.arraycopy(values, lane, tile, 0, lanes);
      java.util.Arrays.fill(tile, lanes, 64, 0);
      transpose(tile);
      for (int t = 0; t < slices; t++) {
        out[t * words + w] = tile[t];
      }
    }
    return out;
  }

  /**
   * Transposes 64 x 64 bits in place: bit j of word i becomes bit i of word j. Swaps blocks of 32,
   * 16, … 1 bits (Warren, Hacker's Delight, section 7-3).
   */
  static void transpose(long[] tile) {
    long mask = 0x00000000FFFFFFFFL;
    for (int half = 32; half != 0; half >>>= 1) {
      for (int i = 0; i < 64; i = (i + half + 1) & ~half) {
        long swap = (tile[i] >>> half ^ tile[i + half]) & mask;
        tile[i] ^= swap << half;
        tile[i + half] ^= swap;
      }
      mask ^= mask << (half >>> 1);
    }
  }
}
