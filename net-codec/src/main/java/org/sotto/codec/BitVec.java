package org.sotto.codec;

import java.util.Arrays;
import java.util.Objects;

/**
 * A vector of bits, packed 64 to a word, least significant bit first. The record owns its array.
 *
 * @param size number of bits
 * @param words {@code ceil(size / 64)} words; bits from {@code size} on are zero
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record BitVec(int size, long[] words) implements NetworkValue {

  /**
   * Takes over an array.
   *
   * @throws IllegalArgumentException if the number of words does not fit the size, or an unused bit
   *     of the last word is set
   */
  public BitVec {
    checkPacked(size, words);
  }

  /**
   * Packs bits.
   *
   * @param bits the bits, in order
   */
  public static BitVec of(boolean... bits) {
    long[] words = new long[words(bits.length)];
    for (int i = 0; i < bits.length; i++) {
      if (bits[i]) {
        words[i >>> 6] |= 1L << i;
      }
    }
    return new BitVec(bits.length, words);
  }

  /**
   * The number of words that a number of bits takes.
   *
   * @param size number of bits, not negative
   */
  public static int words(int size) {
    return (int) ((size + 63L) >>> 6);
  }

  /** Refuses a wrong number of words and set bits beyond {@code bits}. */
  static void checkPacked(int bits, long[] words) {
    if (bits < 0) {
      throw new IllegalArgumentException("negative number of bits: " + bits);
    }
    if (words.length != words(bits)) {
      throw new IllegalArgumentException(
          bits + " bits take " + words(bits) + " words, not " + words.length);
    }
    int used = bits & 63;
    if (used != 0 && words[words.length - 1] >>> used != 0) {
      throw new IllegalArgumentException("unused bits of the last word must be zero");
    }
  }

  /**
   * The bit at an index.
   *
   * @param i index of the bit, from 0
   * @throws IndexOutOfBoundsException if there is no such bit
   */
  public boolean get(int i) {
    Objects.checkIndex(i, size);
    return ((words[i >>> 6] >>> i) & 1) != 0;
  }

  @Override
  public String kind() {
    return "BitVec";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BitVec that && size == that.size && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return 31 * size + Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return kind() + "[" + size + "]";
  }
}
