package org.sotto.mpc.iris;

/**
 * The fractional Hamming distance of two templates as a pair of numbers: {@code code} = agreeing
 * minus disagreeing bits among those that both masks leave, {@code mask} = how many those are. The
 * fraction is (mask - code) / (2 mask).
 *
 * @param code in [-12800, 12800]
 * @param mask in [0, 12800]
 */
public record IrisDistance(int code, int mask) {
  /** The pull request's match threshold, 0.375 = (4 - 1) / (2 * 4). */
  public static final IrisDistance THRESHOLD = new IrisDistance(1, 4);

  /** Refuses numbers that no pair of templates has. */
  public IrisDistance {
    if (mask < 0 || mask > IrisTemplate.BITS || Math.abs(code) > IrisTemplate.BITS) {
      throw new IllegalArgumentException(
          "iris distance: expected at most "
              + IrisTemplate.BITS
              + " bits, got code and mask of "
              + code
              + " and "
              + mask);
    }
  }

  /** The fraction of disagreeing bits, 0 to 1; NaN when no bit is left. */
  public double fraction() {
    return (mask - code) / (2.0 * mask);
  }

  /** Whether this distance is the smaller one: code' * mask - code * mask' &lt; 0, as on shares. */
  public boolean lessThan(IrisDistance other) {
    return (long) other.code * mask - (long) code * other.mask < 0;
  }
}
