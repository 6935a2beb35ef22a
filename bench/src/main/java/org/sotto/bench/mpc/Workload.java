package org.sotto.bench.mpc;

import org.sotto.mpc.ThreeParty;

/**
 * One thing that is measured.
 *
 * @param what the operation, as the table names it
 * @param how the strategy or kernel; empty if there is no choice
 * @param n how many elements one run works on; for the rate
 * @param preparation makes inputs, the same at all parties but for the shares
 */
record Workload(String what, String how, int n, Preparation preparation) {
  /** Inputs and then the work on them. */
  @FunctionalInterface
  interface Preparation {
    Task of(ThreeParty mpc);
  }

  /** What is run over and over. */
  interface Task {
    void run();

    /**
     * Runs once and compares with the plaintext.
     *
     * @throws IllegalStateException if the result is wrong
     */
    void check();
  }

  /** As in {@code less-than chain 1000}. */
  String name() {
    return what + (how.isEmpty() ? "" : " " + how) + " " + n;
  }
}
