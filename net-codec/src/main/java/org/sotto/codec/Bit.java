package org.sotto.codec;

/**
 * One bit: an opened comparison, a choice. Both profiles encode it in one byte.
 *
 * @param value the bit
 */
public record Bit(boolean value) implements NetworkValue {
  static final Bit ZERO = new Bit(false);
  static final Bit ONE = new Bit(true);

  @Override
  public String kind() {
    return "Bit";
  }

  @Override
  public String toString() {
    return kind();
  }
}
