package org.sotto.codec;

import java.util.Arrays;

/**
 * A vector of 128-bit blocks: wire labels, rows of an oblivious-transfer matrix. The record owns
 * its array.
 *
 * @param words two words a block, the low one first
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record BlockVec(long[] words) implements NetworkValue {
  /**
   * Takes over an array.
   *
   * @throws IllegalArgumentException if the number of words is odd
   */
  public BlockVec {
    if ((words.length & 1) != 0) {
      throw new IllegalArgumentException("blocks take two words each, not " + words.length);
    }
  }

  /** The number of blocks. */
  public int size() {
    return words.length >>> 1;
  }

  /**
   * The block at an index.
   *
   * @param i index of the block, from 0
   */
  public Block get(int i) {
    return new Block(words[2 * i], words[2 * i + 1]);
  }

  @Override
  public String kind() {
    return "BlockVec";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockVec that && Arrays.equals(words, that.words);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(words);
  }

  @Override
  public String toString() {
    return kind() + "[" + size() + "]";
  }
}
