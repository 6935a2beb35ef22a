package org.sotto.mpc;

import java.util.Set;
import java.util.TreeSet;

/**
 * Looks for bits that are not fair coins. Each finding is a place whose ones are more than {@value
 * #SIGMAS} standard deviations from one half; a place that is found in two independent samples is
 * no accident (chance below 10^-12).
 */
final class Balance {
  static final double SIGMAS = 5;

  private static final int WINDOW = 64 * 64;
  private static final int LEAST = 1000;

  private Balance() {}

  /** Whether so many ones among so many bits are too few or too many. */
  static boolean isOff(long ones, long bits) {
    return Math.abs(2 * ones - bits) > SIGMAS * Math.sqrt((double) bits);
  }

  /**
   * The places of a message that are off: windows of 4,096 bits, the rest at the end if it has at
   * least 1,000, and for elements of each given width each bit position.
   */
  static Set<String> deviations(long[] words, long bits, int... widths) {
    Set<String> found = new TreeSet<>();
    for (long from = 0; from < bits; from += WINDOW) {
      long count = Math.min(WINDOW, bits - from);
      long ones = 0;
      for (long at = from; at < from + count; at += 64) {
        ones += Long.bitCount(words[(int) (at >>> 6)]);
      }
      if (count >= LEAST && isOff(ones, count)) {
        found.add("bits from " + from);
      }
    }
    for (int width : widths) {
      long[] ones = new long[width];
      int position = 0;
      for (long at = 0; at < bits; at++) {
        ones[position] += words[(int) (at >>> 6)] >>> at & 1;
        position = position + 1 == width ? 0 : position + 1;
      }
      for (int p = 0; p < width; p++) {
        long count = (bits - p + width - 1) / width;
        if (count >= LEAST && isOff(ones[p], count)) {
          found.add("bit " + p + " of elements of " + width);
        }
      }
    }
    return found;
  }

  /** The findings that both samples have. */
  static Set<String> both(Set<String> one, Set<String> other) {
    Set<String> common = new TreeSet<>(one);
    common.retainAll(other);
    return common;
  }
}
