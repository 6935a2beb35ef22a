package org.sotto.codec;

/**
 * A block of 128 bits: a wire label, a row of an oblivious-transfer matrix.
 *
 * @param low bits 0..63
 * @param high bits 64..127
 */
public record Block(long low, long high) implements NetworkValue {
  @Override
  public String kind() {
    return "Block";
  }

  @Override
  public String toString() {
    return kind();
  }
}
