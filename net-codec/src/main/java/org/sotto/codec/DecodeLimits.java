package org.sotto.codec;

/**
 * What a receiver is willing to decode. The defaults stop only what cannot be a message at all; a
 * receiver that knows what the protocol step expects lowers them to that.
 *
 * @param maxBytes the longest encoding, in bytes
 * @param maxElements the most elements: a vector counts its length (bits for {@link BitVec}, bytes
 *     for {@link Bytes}), every other value counts one, a {@link Batch} the sum of its values
 */
public record DecodeLimits(int maxBytes, int maxElements) {
  private static final DecodeLimits DEFAULTS = new DecodeLimits(1 << 30, Integer.MAX_VALUE);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if one is negative
   */
  public DecodeLimits {
    if (maxBytes < 0 || maxElements < 0) {
      throw new IllegalArgumentException(
          "limits are not negative: " + maxBytes + " bytes, " + maxElements + " elements");
    }
  }

  /** 1 GiB and 2<sup>31</sup>-1 elements. */
  public static DecodeLimits defaults() {
    return DEFAULTS;
  }
}
