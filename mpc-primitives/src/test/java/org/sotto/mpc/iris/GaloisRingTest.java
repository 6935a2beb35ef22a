package org.sotto.mpc.iris;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.sotto.mpc.Samples;

final class GaloisRingTest {
  private static final long SEED = 0x5077_0008L;
  private static final int[] ZERO = {0, 0, 0, 0};
  private static final int[] ONE = {1, 0, 0, 0};
  private static final int[] X = {0, 1, 0, 0};

  private static int[] random(RandomGenerator random) {
    return random.ints(GaloisRing.DEGREE, 0, 1 << 16).toArray();
  }

  private static int[] plus(int[] u, int[] v) {
    return GaloisRing.minus(u, GaloisRing.minus(ZERO, v));
  }

  private static boolean isUnit(int[] u) {
    return ((u[0] | u[1] | u[2] | u[3]) & 1) != 0;
  }

  @Test
  void isARing() {
    RandomGenerator random = Samples.seeded("ring", SEED);
    for (int i = 0; i < 10_000; i++) {
      int[] u = random(random);
      int[] v = random(random);
      int[] w = random(random);
      assertThat(GaloisRing.multiply(GaloisRing.multiply(u, v), w))
          .isEqualTo(GaloisRing.multiply(u, GaloisRing.multiply(v, w)));
      assertThat(GaloisRing.multiply(u, v)).isEqualTo(GaloisRing.multiply(v, u));
      assertThat(GaloisRing.multiply(u, plus(v, w)))
          .isEqualTo(plus(GaloisRing.multiply(u, v), GaloisRing.multiply(u, w)));
      assertThat(GaloisRing.multiply(u, ONE)).isEqualTo(u);
    }
  }

  @Test
  void xToTheFourthIsXPlusOne() {
    int[] square = GaloisRing.multiply(X, X);
    assertThat(GaloisRing.multiply(square, square)).isEqualTo(plus(X, ONE));
  }

  @Test
  void allThatIsOddSomewhereHasAnInverse() {
    RandomGenerator random = Samples.seeded("inverses", SEED);
    for (int i = 0; i < 10_000; i++) {
      int[] u = random(random);
      if (isUnit(u)) {
        assertThat(GaloisRing.multiply(u, GaloisRing.inverse(u))).isEqualTo(ONE);
      }
    }
    for (int bits = 1; bits < 16; bits++) {
      int[] u = {bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3};
      assertThat(GaloisRing.multiply(u, GaloisRing.inverse(u))).isEqualTo(ONE);
    }
  }

  @Test
  void lagrangeFindsTheValueAtZeroOfAnyPolynomialOfDegreeTwo() {
    RandomGenerator random = Samples.seeded("lagrange", SEED);
    for (int i = 0; i < 1000; i++) {
      int[] secret = random(random);
      int[] linear = random(random);
      int[] quadratic = random(random);
      int[] sum = ZERO;
      for (int party = 0; party < 3; party++) {
        int[] at = GaloisRing.point(party);
        int[] value =
            plus(secret, GaloisRing.multiply(at, plus(linear, GaloisRing.multiply(at, quadratic))));
        sum = plus(sum, GaloisRing.multiply(GaloisRing.lagrange(party), value));
      }
      assertThat(sum).isEqualTo(secret);
    }
  }

  @Test
  void pointsAndTheirDifferencesAreUnits() {
    for (int i = 0; i < 3; i++) {
      assertThat(isUnit(GaloisRing.point(i))).isTrue();
      for (int j = 0; j < i; j++) {
        assertThat(isUnit(GaloisRing.minus(GaloisRing.point(i), GaloisRing.point(j)))).isTrue();
      }
    }
  }

  /** The form of two elements, which is symmetric. */
  private static int form(int[] u, int[] v) {
    int[] left = GaloisRing.formOf(u);
    int sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * v[i];
    }
    return sum & 0xFFFF;
  }

  @Test
  void theFormOfTwoElementsIsTheDotProductOfTheirNumbers() {
    int[][] unit = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < unit.length; i++) {
      for (int j = 0; j < unit.length; j++) {
        assertThat(form(ofNumbers(unit[i]), ofNumbers(unit[j]))).isEqualTo(i == j ? 1 : 0);
      }
    }
    RandomGenerator random = Samples.seeded("form", SEED);
    for (int i = 0; i < 10_000; i++) {
      int[] s = random(random);
      int[] t = random(random);
      int[] w = random(random);
      int dot = 0;
      for (int j = 0; j < s.length; j++) {
        dot += s[j] * t[j];
      }
      assertThat(form(ofNumbers(s), ofNumbers(t))).isEqualTo(dot & 0xFFFF);
      assertThat(form(GaloisRing.multiply(s, w), t)).isEqualTo(form(s, GaloisRing.multiply(w, t)));
    }
  }

  private static int[] ofNumbers(int[] s) {
    return GaloisRing.ofNumbers(s[0], s[1], s[2], s[3]);
  }
}
