package org.sotto.mpc;

/**
 * The integers modulo 2^bits. Elements travel as {@code bits} bits and are held one to a long, as
 * unsigned numbers below 2^bits.
 *
 * @param bits 1 to 64
 */
public record Ring(int bits) {
  /** Dot products of templates. */
  public static final Ring Z16 = new Ring(16);

  /** Cross products of distances below 2^29. */
  public static final Ring Z30 = new Ring(30);

  /** Lifted distances of the pull request. */
  public static final Ring Z32 = new Ring(32);

  /** Normalised distances. */
  public static final Ring Z48 = new Ring(48);

  /** Machine words. */
  public static final Ring Z64 = new Ring(64);

  /** Refuses other widths. */
  public Ring {
    if (bits < 1 || bits > 64) {
      throw new IllegalArgumentException("ring: expected 1 to 64 bits, got " + bits);
    }
  }

  /** All {@link #bits} bits set. */
  public long mask() {
    return -1L >>> (64 - bits);
  }

  /** The element that a number stands for. */
  public long of(long value) {
    return value & mask();
  }

  /** An element read as a signed number in [-2^(bits-1), 2^(bits-1)). */
  public long signed(long element) {
    return element << (64 - bits) >> (64 - bits);
  }

  /** The most significant bit of an element. */
  public long msb(long element) {
    return element >>> (bits - 1) & 1;
  }

  @Override
  public String toString() {
    return "Z_2^" + bits;
  }
}
