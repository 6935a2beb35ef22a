package org.sotto.mpc.iris;

/**
 * The Galois ring GR(2^16, 4) = Z_2^16[x] / (x^4 - x - 1), elements as four coefficients of 1, x,
 * x^2, x^3, each a number modulo 2^16 in the low bits of an int.
 *
 * <p>Modulo 2 it is the field of 16 elements, so 1, x and x + 1 are units whose differences are
 * units: evaluation points of Shamir's scheme for three parties. The form (u, v) -&gt; constant
 * coefficient of u v has the basis dual to (1, x, x^2, x^3) at (1, x^3, x^2, x), so the constant
 * coefficient of a product is a plain dot product once one side is written in the dual basis.
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

  private GaloisRing() {}

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
