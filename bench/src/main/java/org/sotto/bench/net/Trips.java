package org.sotto.bench.net;

import java.util.Arrays;

/** The times of single round trips. */
final class Trips {
  private final long[] nanos;
  private int count;

  /**
   * @param most how many there will be at most
   */
  Trips(int most) {
    nanos = new long[most];
  }

  void add(long trip) {
    nanos[count++] = trip;
  }

  /** How many there are. */
  int count() {
    return count;
  }

  /**
   * The least time that so many per cent of them did not exceed, in nanoseconds.
   *
   * @throws IllegalStateException if there are none
   */
  long percentile(int percent) {
    if (count == 0) {
      throw new IllegalStateException("percentile: expected round trips, got none");
    }
    long[] sorted = Arrays.copyOf(nanos, count);
    Arrays.sort(sorted);
    long rank = ((long) count * percent + 99) / 100;
    return sorted[(int) Math.max(1, rank) - 1];
  }
}
