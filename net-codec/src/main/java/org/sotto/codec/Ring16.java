package org.sotto.codec;

/**
 * One element of the ring of integers modulo 2<sup>16</sup>; the sign of the Java type has no
 * meaning.
 *
 * @param value the element, as an unsigned number of 16 bits
 */
public record Ring16(short value) implements NetworkValue {
  @Override
  public String kind() {
    return "Ring16";
  }

  @Override
  public String toString() {
    return kind();
  }
}
