package org.sotto.mpc.iris;

import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;

/**
 * n shared distances.
 *
 * @param code the code parts
 * @param mask the mask parts, as many and in the same ring
 */
public record DistanceShares(RingShares code, RingShares mask) {
  /** Refuses parts that do not fit each other. */
  public DistanceShares {
    if (code.size() != mask.size() || !code.ring().equals(mask.ring())) {
      throw new IllegalArgumentException(
          "distance shares: expected as many masks as codes, in one ring, got "
              + code.size()
              + " of "
              + code.ring()
              + " and "
              + mask.size()
              + " of "
              + mask.ring());
    }
  }

  /** n shares of a public distance. */
  public static DistanceShares constant(Ring ring, int self, IrisDistance distance, int n) {
    long[] code = new long[n];
    long[] mask = new long[n];
    java.util.Arrays.fill(code, distance.code());
    java.util.Arrays.fill(mask, distance.mask());
    return new DistanceShares(
        RingShares.constant(ring, self, code), RingShares.constant(ring, self, mask));
  }

  /** How many distances. */
  public int size() {
    return code.size();
  }

  /**
   * This party's addends of code' * mask - code * mask', not masked: negative where this distance
   * is the smaller one.
   */
  public long[] crossAddends(DistanceShares other) {
    long[] left = Arithmetic.localProducts(other.code, mask);
    long[] right = Arithmetic.localProducts(code, other.mask);
    for (int i = 0; i < left.length; i++) {
      left[i] -= right[i];
    }
    return left;
  }
}
