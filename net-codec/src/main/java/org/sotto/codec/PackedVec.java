package org.sotto.codec;

import java.util.Arrays;
import java.util.Objects;

/**
 * A vector of elements of 1 to 64 bits, stored bit by bit without gaps: for rings such as 2<sup>30
 * </sup> or 2<sup>48</sup>, where a whole machine word an element would waste the wire.
 *
 * <pre>
 * element i takes bits [i * width, (i + 1) * width) of the run
 * bit b of the run is bit (b mod 64) of words[b / 64]
 * </pre>
 *
 * <p>The record owns its array.
 *
 * @param width bits an element, 1..64
 * @param size number of elements; {@code size * width} is at most 2<sup>31</sup>-1
 * @param words {@code ceil(size * width / 64)} words; bits behind the last element are zero
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record PackedVec(int width, int size, long[] words) implements NetworkValue {

  /**
   * Takes over an array.
   *
   * @throws IllegalArgumentException if width, size and number of words do not fit each other, or
   *     an unused bit of the last word is set
   */
  public PackedVec {
    BitVec.checkPacked(bitLength(width, size), words);
  }

  /**
   * Packs elements.
   *
   * @param width bits an element, 1..64
   * @param elements the elements, as unsigned numbers
   * @throws IllegalArgumentException if an element does not fit the width (the text gives its
   *     index, not its value)
   */
  public static PackedVec of(int width, long... elements) {
    long[] words = new long[words(width, elements.length)];
    long mask = mask(width);
    for (int i = 0; i < elements.length; i++) {
      long element = elements[i];
      if ((element & ~mask) != 0) {
        throw new IllegalArgumentException("element " + i + " does not fit " + width + " bits");
      }
      int bit = i * width;
      int shift = bit & 63;
      words[bit >>> 6] |= element << shift;
      if (shift + width > 64) {
        words[(bit >>> 6) + 1] |= element >>> (64 - shift);
      }
    }
    return new PackedVec(width, elements.length, words);
  }

  /**
   * The number of bits that elements take.
   *
   * @param width bits an element, 1..64
   * @param size number of elements
   * @throws IllegalArgumentException if the width is not in 1..64, the size is negative, or the
   *     product is above 2<sup>31</sup>-1
   */
  public static int bitLength(int width, int size) {
    if (width < 1 || width > 64) {
      throw new IllegalArgumentException("a width is 1..64 bits, not " + width);
    }
    if (size < 0 || (long) width * size > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(size + " elements of " + width + " bits are no run");
    }
    return width * size;
  }

  /**
   * The number of words that elements take.
   *
   * @param width bits an element, 1..64
   * @param size number of elements
   * @throws IllegalArgumentException as {@link #bitLength(int, int)}
   */
  public static int words(int width, int size) {
    return BitVec.words(bitLength(width, size));
  }

  /** The number of bits in use. */
  public int bitLength() {
    return width * size;
  }

  /**
   * The element at an index, as an unsigned number.
   *
   * @param i index of the element, from 0
   * @throws IndexOutOfBoundsException if there is no such element
   */
  public long get(int i) {
    Objects.checkIndex(i, size);
    return element(i, mask(width));
  }

  /** All elements, each as an unsigned number in a word of its own. */
  public long[] toLongs() {
    long[] elements = new long[size];
    long mask = mask(width);
    for (int i = 0; i < size; i++) {
      elements[i] = element(i, mask);
    }
    return elements;
  }

  private long element(int i, long mask) {
    int bit = i * width;
    int shift = bit & 63;
    long element = words[bit >>> 6] >>> shift;
    if (shift + width > 64) {
      element |= words[(bit >>> 6) + 1] << (64 - shift);
    }
    return element & mask;
  }

  private static long mask(int width) {
    return -1L >>> (64 - width);
  }

  @Override
  public String kind() {
    return "PackedVec";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PackedVec that
        && width == that.width
        && size == that.size
        && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * width + size) + Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return kind() + "[" + size + " x " + width + " bits]";
  }
}
