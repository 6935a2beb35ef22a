package org.sotto.codec;

/**
 * One element of the ring of integers modulo 2<sup>32</sup>; the sign of the Java type has no
 * meaning.
 *
 * @param value the element, as an unsigned number of 32 bits
 */
public record Ring32(int value) implements NetworkValue {
  @Override
  public String kind() {
    return "Ring32";
  }

  @Override
  public String toString() {
    return kind();
  }
}
