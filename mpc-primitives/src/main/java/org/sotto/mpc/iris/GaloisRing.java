package org.sotto.mpc.iris;

/**
 * The Galois ring GR(2^16, 4) = Z_2^16[x] / (x^4 - x - 1), elements as four coefficients of 1, x,
 * x^2, x^3, each a number modulo 2^16 in the low bits of an int.
 *
 * <p>Modulo 2 it is the field of 16 elements, so 1, x and x + 1 are units whose differences are
 * units: evaluation points of Shamir's scheme for three parties.
 *
 * <p>Vectors of four numbers are embedded through a basis that is orthonormal for the form (u, v)
 * -&gt; constant coefficient of (2 + x + x^2) u v. In its coordinates the form is the plain dot
 * product of four numbers, and multiplication by a ring element is a 4 x 4 matrix; so shares of
 * both sides of a dot product are kept in these coordinates. The form and the basis were found by
 * search (an orthonormal basis exists for few forms); a test verifies it.
 */
final class GaloisRing {
  /** Coefficients of an element. */
  static final int DEGREE = 4;

  private static final int[] FORM = {2, 1, 1, 0};

  private static final int[][] BASIS = {
    {8882, 4441, 4441, 0},
    {8596, 60555, 51276, 46978},
    {27152, 37743, 8601, 27793},
    {61111, 19387, 52049, 62586},
  };

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

  /** The form whose orthonormal basis the coordinates belong to. */
  static int form(int[] u, int[] v) {
    return multiply(FORM, multiply(u, v))[0];
  }

  /** The element of a unit vector of coordinates. */
  static int[] basis(int j) {
    return BASIS[j].clone();
  }

  /** Multiplication by an element, in coordinates: row j of the product's j-th coordinate. */
  static int[][] matrix(int[] element) {
    int[][] rows = new int[DEGREE][DEGREE];
    for (int j = 0; j < DEGREE; j++) {
      for (int k = 0; k < DEGREE; k++) {
        rows[j][k] = form(multiply(element, BASIS[k]), BASIS[j]);
      }
    }
    return rows;
  }

  /** A matrix times the four coordinates from {@code at} on, modulo 2^16. */
  static void apply(int[][] matrix, short[] vector, short[] out, int at) {
    for (int j = 0; j < DEGREE; j++) {
      int sum = 0;
      for (int k = 0; k < DEGREE; k++) {
        sum += matrix[j][k] * vector[at + k];
      }
      out[at + j] = (short) sum;
    }
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
