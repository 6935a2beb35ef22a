package org.sotto.mpc;

import java.util.Arrays;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Seeded values of rings, the edges among them. */
public final class Samples {
  private static final int[] SIZES = {0, 1, 2, 63, 64, 65, 1000};

  private Samples() {}

  /** Batch sizes at the borders of bytes, words and role segments. */
  public static int[] sizes() {
    return SIZES.clone();
  }

  /** A generator; prints its seed. */
  public static RandomGenerator seeded(String what, long seed) {
    System.out.println(what + ": seed " + seed);
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** 0, 1, -1, -2^(k-1), 2^(k-1) - 1 and their neighbours. */
  public static long[] edges(Ring ring) {
    long top = 1L << (ring.bits() - 1);
    return Arrays.stream(new long[] {0, 1, -1, top, top - 1, top + 1, top - 2, 2, -2})
        .map(ring::of)
        .distinct()
        .toArray();
  }

  /** n values, about a third of them edges, brought into a domain. */
  public static long[] values(Ring ring, int n, LongUnaryOperator domain, RandomGenerator random) {
    long[] edges = edges(ring);
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      long value = random.nextInt(3) == 0 ? edges[random.nextInt(edges.length)] : random.nextLong();
      values[i] = ring.of(domain.applyAsLong(ring.of(value)));
    }
    return values;
  }

  /** n random values. */
  public static long[] random(Ring ring, int n, RandomGenerator random) {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = ring.of(random.nextLong());
    }
    return values;
  }
}
