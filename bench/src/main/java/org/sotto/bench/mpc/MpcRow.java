package org.sotto.bench.mpc;

import java.util.List;

/**
 * What one workload takes on one kind of link.
 *
 * @param link {@code plain}, {@code TLS} or {@code one JVM}
 * @param what the operation
 * @param how its strategy
 * @param n elements a run
 * @param nanos wall time of a run, the median of the batches
 * @param worstNanos of the slowest batch
 * @param roundNanos a round of plain sockets, the median of the batches between
 * @param cpuNanosPerElement CPU time of all three parties, all threads
 */
public record MpcRow(
    String link,
    String what,
    String how,
    int n,
    double nanos,
    double worstNanos,
    double roundNanos,
    double cpuNanosPerElement) {
  static final List<Object> COLUMNS =
      List.of(
          "link",
          "what",
          "how",
          "n",
          "nanos",
          "worstNanos",
          "roundNanos",
          "plainRounds",
          "elementsPerSecond",
          "cpuNanosPerElement");

  /** How many plain rounds a run takes. */
  public double plainRounds() {
    return nanos / roundNanos;
  }

  /** Elements a second. */
  public double elementsPerSecond() {
    return n / nanos * 1e9;
  }

  List<Object> cells() {
    return List.of(
        link,
        what,
        how,
        n,
        nanos,
        worstNanos,
        roundNanos,
        plainRounds(),
        elementsPerSecond(),
        cpuNanosPerElement);
  }
}
