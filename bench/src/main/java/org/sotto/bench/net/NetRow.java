package org.sotto.bench.net;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;
import org.sotto.bench.net.Side.Batch;

/**
 * One step: a session beside plain sockets.
 *
 * @param kind ping or bulk
 * @param session how it is carried
 * @param flows how many connections it has to its peer; plain has always one
 * @param bytes a message
 * @param ratio median over the pairs of batches of time (ping) or throughput (bulk) to plain's
 * @param cpuRatio median over the pairs of CPU time of both processes to plain's
 */
public record NetRow(
    String kind,
    String session,
    int flows,
    int bytes,
    Figures plain,
    Figures sotto,
    double ratio,
    double cpuRatio) {
  /** The names of {@link #cells}. */
  static final List<Object> COLUMNS =
      List.of(
          "kind",
          "session",
          "flows",
          "bytes",
          "plainNanos",
          "plainWorstNanos",
          "plainP50Nanos",
          "plainP99Nanos",
          "plainCpuNanosPerByte",
          "nanos",
          "worstNanos",
          "p50Nanos",
          "p99Nanos",
          "cpuNanosPerByte",
          "ratio",
          "cpuRatio");

  /**
   * One side's.
   *
   * @param nanos wall time of one message (bulk) or round trip (ping), the median of the batches'
   * @param worstNanos the same of the slowest batch
   * @param p50Nanos of single round trips; null for bulk
   * @param p99Nanos likewise
   * @param cpuNanosPerByte of both processes, all their threads, for a byte of payload one way
   */
  public record Figures(
      double nanos,
      double worstNanos,
      @Nullable Long p50Nanos,
      @Nullable Long p99Nanos,
      double cpuNanosPerByte) {
    private static Figures of(Side side) {
      boolean single = side.trips().count() > 0;
      return new Figures(
          side.medianNanos(),
          side.worstNanos(),
          single ? side.trips().percentile(50) : null,
          single ? side.trips().percentile(99) : null,
          side.cpuNanosPerByte());
    }

    private Stream<Object> cells() {
      return Stream.of(nanos, worstNanos, cell(p50Nanos), cell(p99Nanos), cpuNanosPerByte);
    }

    private static Object cell(@Nullable Long value) {
      return value == null ? "" : value;
    }
  }

  static NetRow of(Batches.Pairs pairs) {
    Step step = pairs.step();
    double[] ratios = new double[step.batches()];
    double[] cpu = new double[step.batches()];
    for (int i = 0; i < ratios.length; i++) {
      Batch plain = pairs.plain().batches().get(i);
      Batch sotto = pairs.sotto().batches().get(i);
      double slower = (double) sotto.wallNanos() / plain.wallNanos();
      ratios[i] = step.kind() == Kind.PING ? slower : 1 / slower;
      cpu[i] = (double) sotto.cpuNanos() / Math.max(1, plain.cpuNanos());
    }
    return new NetRow(
        step.kind().name().toLowerCase(Locale.ROOT),
        step.variant().name(),
        step.variant().flows(),
        step.size(),
        Figures.of(pairs.plain()),
        Figures.of(pairs.sotto()),
        Side.median(ratios),
        Side.median(cpu));
  }

  boolean isPing() {
    return kind.equals("ping");
  }

  /** Throughput of a message that takes so long. */
  double gigabytesPerSecond(Figures figures) {
    return bytes / figures.nanos();
  }

  /** All fields, for a row of a table. */
  List<Object> cells() {
    return Stream.of(
            Stream.<Object>of(kind, session, flows, bytes),
            plain.cells(),
            sotto.cells(),
            Arrays.<Object>stream(new Object[] {ratio, cpuRatio}))
        .flatMap(cells -> cells)
        .toList();
  }
}
