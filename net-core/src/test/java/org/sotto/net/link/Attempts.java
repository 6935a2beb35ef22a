package org.sotto.net.link;

import java.io.IOException;

/**
 * Comparisons with the clock, on machines that others use too: a run that was disturbed may be
 * repeated, and one that is wrong is wrong each time.
 */
public final class Attempts {
  private static final int MOST = 4;

  private Attempts() {}

  /** What is compared. */
  public interface Comparison {
    void run() throws IOException, InterruptedException;
  }

  /** Passes if one of a few attempts does. */
  public static void atTheClock(Comparison comparison) throws IOException, InterruptedException {
    for (int i = 1; i < MOST; i++) {
      try {
        comparison.run();
        return;
      } catch (AssertionError e) {
        System.out.printf("attempt %d of %d: %s%n", i, MOST, e.getMessage());
      }
    }
    comparison.run();
  }
}
