package org.sotto.codec;

/**
 * One element of the ring of integers modulo 2<sup>64</sup>; the sign of the Java type has no
 * meaning.
 *
 * @param value the element, as an unsigned number of 64 bits
 */
public record Ring64(long value) implements NetworkValue {
  @Override
  public String kind() {
    return "Ring64";
  }

  @Override
  public String toString() {
    return kind();
  }
}
