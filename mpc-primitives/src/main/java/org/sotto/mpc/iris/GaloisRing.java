package org.sotto.mpc.iris;

/**
 * The Galois ring GR(2^16, 4) = Z_2^16[x] / (x^4 - x - 1), elements as four coefficients of 1, x,
 * x^2, x^3, each a number modulo 2^16 in the low bits of an int.
 *
 * <p>Modulo 2 it is the field of 16 elements, so 1, x and x + 1 are units whose differences are
 * units: evaluation points of Shamir's scheme for three parties.
 *
 * <p>Four numbers s_0, …, s_3 are written as the element s_0 b_0 + … + s_3 b_3 in a basis that is
 * orthonormal for the form (u, v) -&gt; constant coefficient of (x^2 - 2) u v: the form of b_i and
 * b_j is 1 if i = j, else 0. So the form of two elements is the dot product of their numbers. (For
 * the form without the factor there is no such basis: the determinant of its matrix is -1, which is
 * no square modulo 4; the norm of x^2 - 2 is a square times -1.) As the constant coefficient of p
 * times 1, x, x^2, x^3 is p_0, p_3, p_2, p_1, one side in that order makes the form a plain dot
 * product of coefficients.
 */
final class GaloisRing {
  /** Coefficients of an element. */
  static final int DEGREE = 4;

  /** The evaluation points of parties 0, 1 and 2. */
  private static final int[][] POINTS = {{1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}};

  /** Lagrange coefficients at 0: secret = sum over parties of coefficient * share. */
  private static final int[][] LAGRANGE = {
    interpolated(0), interpolated(1), interpolated(2),
  };

  /** The factor of the form, x^2 - 2. */
  private static final int[] WEIGHT = {0xFFFE, 0, 1, 0};

  /** The orthonormal basis; found by Gram and Schmidt's procedure, checked by a test. */
  private static final int[][] BASIS = {
    {0x5b3a, 0xad9d, 0x5b3a, 0x0000},
    {0xad9d, 0x0000, 0x5263, 0xad9d},
    {0x0000, 0x79a8, 0x3cd4, 0x3723},
    {0x0000, 0x7d2a, 0x3e95, 0xbda3},
  };

  private GaloisRing() {}

  /** The element that stands for four numbers modulo 2^16. */
  static int[] ofNumbers(int s0, int s1, int s2, int s3) {
    int[] w = new int[DEGREE];
    for (int i = 0; i < DEGREE; i++) {
      w[i] = (s0 * BASIS[0][i] + s1 * BASIS[1][i] + s2 * BASIS[2][i] + s3 * BASIS[3][i]) & 0xFFFF;
    }
    return w;
  }

  /**
   * Coefficients whose plain dot product with those of any v is the form of u and v modulo 2^16.
   */
  static int[] formOf(int[] u) {
    int[] p = multiply(WEIGHT, u);
    return new int[] {p[0], p[3], p[2], p[1]};
  }

  static int[] point(int party) {
    return POINTS[party].clone();
  }

  static int[] lagrange(int party) {
    return LAGRANGE[party].clone();
  }

  private static int[] interpolated(int party) {
    int[] product = {1, 0, 0, 0};
    for (int other = 0; other < POINTS.length; other++) {
      if (other != party) {
        product = multiply(product, POINTS[other]);
        product = multiply(product, inverse(minus(POINTS[other], POINTS[party])));
      }
    }
    return product;
  }

  static int[] minus(int[] u, int[] v) {
    int[] w = new int[DEGREE];
    for (int i = 0; i < DEGREE; i++) {
      w[i] = u[i] - v[i] & 0xFFFF;
    }
    return w;
  }

  static int[] multiply(int[] u, int[] v) {
    int[] wide = new int[2 * DEGREE - 1];
    for (int i = 0; i < DEGREE; i++) {
      for (int j = 0; j < DEGREE; j++) {
        wide[i + j] += u[i] * v[j];
      }
    }
    for (int i = wide.length - 1; i >= DEGREE; i--) {
      wide[i - DEGREE] += wide[i];
      wide[i - DEGREE + 1] += wide[i];
    }
    int[] w = new int[DEGREE];
    for (int i = 0; i < DEGREE; i++) {
      w[i] = wide[i] & 0xFFFF;
    }
    return w;
  }

  /** The inverse of a unit: u^14 is right modulo 2, and each Newton step doubles the bits. */
  static int[] inverse(int[] u) {
    int[] w = {1, 0, 0, 0};
    for (int i = 0; i < 14; i++) {
      w = multiply(w, u);
    }
    int[] two = {2, 0, 0, 0};
    for (int bits = 1; bits < 16; bits *= 2) {
      w = multiply(w, minus(two, multiply(u, w)));
    }
    return w;
  }
}
