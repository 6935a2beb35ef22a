package org.sotto.bench.net;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.sotto.net.SessionOptions;

/**
 * What both processes do, in this order; made by each from the same arguments.
 *
 * @param steps measurements of batches, plain and Sotto in turn
 * @param sends how many sends the allocation of one is averaged over
 * @param sessions how many idle sessions are opened
 */
record Plan(List<Step> steps, int sends, int sessions) {
  /** What a batch does. */
  enum Kind {
    /** A message there and one back, over and over. */
    PING,
    /** Messages one way, then one short one back. */
    BULK
  }

  /** How a session is carried and on what kind of thread. */
  record Variant(String name, SessionOptions session, boolean tls, boolean virtual) {
    int flows() {
      return session.carriage().flows();
    }
  }

  /**
   * One measurement.
   *
   * @param size bytes a message
   * @param count messages a batch
   * @param batches how many batches of each side are measured, after two for warming up; even, so
   *     that plain is as often first as second
   */
  record Step(Kind kind, Variant variant, int size, int count, int batches) {}

  private static final SessionOptions ONE_FLOW = SessionOptions.defaults().withFlows(1);

  static final Variant DRIVEN = new Variant("driven", ONE_FLOW, false, false);
  static final Variant DRIVEN_TLS = new Variant("driven, TLS", ONE_FLOW, true, false);
  static final Variant FOUR_FLOWS =
      new Variant("driven, 4 flows", SessionOptions.defaults().withFlows(4), false, false);
  static final Variant SHARED = new Variant("shared", ONE_FLOW.shared(), false, false);
  static final Variant SHARED_VIRTUAL =
      new Variant("shared, virtual", ONE_FLOW.shared(), false, true);

  /** One for each flow count that the summary has. */
  static final List<Variant> FLOW_COUNTS = List.of(DRIVEN, FOUR_FLOWS);

  private static final List<Variant> PINGS =
      List.of(DRIVEN, FOUR_FLOWS, SHARED, SHARED_VIRTUAL, DRIVEN_TLS);
  private static final List<Variant> BULKS = List.of(DRIVEN, FOUR_FLOWS, SHARED, DRIVEN_TLS);

  /** Bytes of a message that goes there and back. */
  static final int PING_SIZE = 64;

  /** Bytes of the message that the summary's throughput is of. */
  static final int BULK_SIZE = 1 << 20;

  private static final int[] BULK_SIZES = {64 << 10, 256 << 10, BULK_SIZE, 16 << 20};

  /**
   * @param only the variants' names that are measured; empty for all
   * @throws IllegalArgumentException if there is no such name, listing those there are
   */
  static Plan of(boolean smoke, List<String> only) {
    Set<String> known = names();
    for (String name : only) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException(
            "--only: expected one of '" + String.join("', '", known) + "', got '" + name + "'");
      }
    }
    List<Step> steps = new ArrayList<>();
    for (Variant variant : PINGS) {
      steps.add(new Step(Kind.PING, variant, PING_SIZE, smoke ? 200 : 20_000, smoke ? 2 : 16));
    }
    long bytes = smoke ? 16L << 20 : 1L << 30;
    for (Variant variant : BULKS) {
      for (int size : BULK_SIZES) {
        steps.add(new Step(Kind.BULK, variant, size, (int) (bytes / size), smoke ? 2 : 8));
      }
    }
    steps.removeIf(step -> !only.isEmpty() && !only.contains(step.variant().name()));
    return new Plan(steps, smoke ? 10_000 : 200_000, smoke ? 100 : 10_000);
  }

  private static Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    PINGS.forEach(variant -> names.add(variant.name()));
    BULKS.forEach(variant -> names.add(variant.name()));
    return names;
  }
}
