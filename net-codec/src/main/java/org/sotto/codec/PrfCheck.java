package org.sotto.codec;

/**
 * 128 bits drawn from a shared pseudo-random function, to check that two parties hold the same key.
 *
 * @param low bits 0..63
 * @param high bits 64..127
 */
public record PrfCheck(long low, long high) implements NetworkValue {
  @Override
  public String kind() {
    return "PrfCheck";
  }

  @Override
  public String toString() {
    return kind();
  }
}
