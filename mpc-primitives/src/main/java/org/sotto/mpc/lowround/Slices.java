package org.sotto.mpc.lowround;

import java.util.Arrays;

/**
 * Slices of bits, one bit a lane, each in words of its own: slice t takes the words {@code [t *
 * words, (t + 1) * words)} of {@link #data}. Bits behind the last lane may be anything.
 *
 * @param words of one slice
 * @param data of all slices
 */
@SuppressWarnings("ArrayRecordComponent") // nothing compares them
public record Slices(int words, long[] data) {
  /** So many slices of zeros. */
  public static Slices zeros(int count, int words) {
    return new Slices(words, new long[Math.multiplyExact(count, words)]);
  }

  /** How many slices. */
  public int count() {
    return words == 0 ? 0 : data.length / words;
  }

  /** Sets slice t to all ones. */
  void ones(int t) {
    Arrays.fill(data, t * words, (t + 1) * words, -1L);
  }

  /** Sets slice t to slice tx of x. */
  public void copy(int t, Slices x, int tx) {
    System.arraycopy(x.data, tx * words, data, t * words, words);
  }

  /** Sets slice t to slice tx of x and slice ty of y. */
  public void and(int t, Slices x, int tx, Slices y, int ty) {
    int at = t * words;
    int atX = tx * words;
    int atY = ty * words;
    for (int i = 0; i < words; i++) {
      data[at + i] = x.data[atX + i] & y.data[atY + i];
    }
  }

  /** Xors slice tx of x onto slice t. */
  public void xor(int t, Slices x, int tx) {
    xor(t, x, tx, 1);
  }

  /** Xors {@code count} slices of x onto those from t on. */
  public void xor(int t, Slices x, int tx, int count) {
    int at = t * words;
    int atX = tx * words;
    int n = count * words;
    for (int i = 0; i < n; i++) {
      data[at + i] ^= x.data[atX + i];
    }
  }

  /** Xors slice tx of x and slice ty of y onto slice t. */
  public void xorAnd(int t, Slices x, int tx, Slices y, int ty) {
    int at = t * words;
    int atX = tx * words;
    int atY = ty * words;
    for (int i = 0; i < words; i++) {
      data[at + i] ^= x.data[atX + i] & y.data[atY + i];
    }
  }

  @Override
  public String toString() {
    return "slices of " + words + " words"; // and not their bits
  }
}
