package org.sotto.bench.mpc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.sotto.mpc.ThreeParty;

/**
 * One party's way through the workloads: each is checked against its plaintext, run until it is
 * warm, then measured in batches, with a batch of plain rounds between each two.
 */
final class Runner {
  private static final int PLAIN_ROUNDS = 500;
  private static final int SMOKE_PLAIN_ROUNDS = 20;

  private final PlainRing ring;
  private final LongSupplier cpu;
  private final boolean smoke;

  /**
   * @param ring to the same neighbours
   * @param cpu nanoseconds of CPU time that this party answers for
   * @param smoke short batches, to see that all runs
   */
  Runner(PlainRing ring, LongSupplier cpu, boolean smoke) {
    this.ring = ring;
    this.cpu = cpu;
    this.smoke = smoke;
  }

  private record Batch(double nanos, double cpuNanos) {}

  private interface Work {
    void run() throws IOException;
  }

  /** Runs all; the rows are of use at party 0 only. */
  List<MpcRow> run(String link, List<Workload> workloads, ThreeParty mpc) throws IOException {
    List<MpcRow> rows = new ArrayList<>();
    for (Workload workload : workloads) {
      rows.add(run(link, workload, mpc));
    }
    return rows;
  }

  private MpcRow run(String link, Workload workload, ThreeParty mpc) throws IOException {
    Workload.Task task = workload.preparation().of(mpc);
    task.check();
    int runs = runsPerBatch(task);
    int rounds = smoke ? SMOKE_PLAIN_ROUNDS : PLAIN_ROUNDS;
    int batches = smoke ? 1 : 7;
    List<Batch> measured = new ArrayList<>();
    List<Batch> plain = new ArrayList<>();
    for (int i = 0; i < batches; i++) {
      plain.add(batch(ring::round, rounds));
      measured.add(batch(task::run, runs));
    }
    task.check();
    return new MpcRow(
        link,
        workload.what(),
        workload.how(),
        workload.n(),
        median(measured.stream().mapToDouble(Batch::nanos).toArray()),
        measured.stream().mapToDouble(Batch::nanos).max().orElse(0),
        median(plain.stream().mapToDouble(Batch::nanos).toArray()),
        median(measured.stream().mapToDouble(Batch::cpuNanos).toArray()) / workload.n());
  }

  /** Warms up for a while; then so many runs that a batch takes long enough to be timed. */
  private int runsPerBatch(Workload.Task task) throws IOException {
    double enough = smoke ? 1e6 : 1.5e9;
    double batchNanos = smoke ? 1e6 : 1e8;
    long end = System.nanoTime() + (long) enough;
    int runs = 1;
    while (true) {
      double nanos = batch(task::run, runs).nanos() * runs;
      // Party 0's clock decides for all: one more batch, or not.
      boolean warm = ring.announced(nanos >= batchNanos && System.nanoTime() > end ? 1 : 0) == 1;
      runs = Math.toIntExact(ring.announced(nanos < batchNanos ? 2L * runs : runs));
      if (warm) {
        return runs;
      }
    }
  }

  /** The mean of so many runs; all begin together. */
  private Batch batch(Work work, int runs) throws IOException {
    long _ = ring.announced(runs);
    long used = cpu.getAsLong();
    long wall = System.nanoTime();
    for (int i = 0; i < runs; i++) {
      work.run();
    }
    wall = System.nanoTime() - wall;
    long all = ring.sum(cpu.getAsLong() - used);
    return new Batch((double) wall / runs, (double) all / runs);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
