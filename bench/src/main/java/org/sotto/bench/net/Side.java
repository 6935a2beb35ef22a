package org.sotto.bench.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;

/** The measured batches of one step on one kind of wire. */
final class Side {
  /**
   * One batch.
   *
   * @param wallNanos from the first message to the last answer
   * @param cpuNanos of both processes, all their threads
   */
  record Batch(long wallNanos, long cpuNanos) {}

  private final Step step;
  private final List<Batch> batches = new ArrayList<>();
  private final Trips trips;

  Side(Step step) {
    this.step = step;
    this.trips = new Trips(step.kind() == Kind.PING ? step.count() * step.batches() : 0);
  }

  void add(Batch batch) {
    batches.add(batch);
  }

  List<Batch> batches() {
    return batches;
  }

  /** Takes the single round trips of a {@link Kind#PING}. */
  Trips trips() {
    return trips;
  }

  /** Wall time of a message (bulk) or round trip (ping), the median of the batches'. */
  double medianNanos() {
    return median(batches.stream().mapToDouble(this::nanos).toArray());
  }

  /** The same of the slowest batch. */
  double worstNanos() {
    return batches.stream().mapToDouble(this::nanos).max().orElse(0);
  }

  private double nanos(Batch batch) {
    return (double) batch.wallNanos() / step.count();
  }

  /** CPU time of both processes for each byte of payload one way, the median of the batches'. */
  double cpuNanosPerByte() {
    double bytes = (double) step.count() * step.size() * (step.kind() == Kind.PING ? 2 : 1);
    return median(batches.stream().mapToDouble(b -> b.cpuNanos() / bytes).toArray());
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }
}
