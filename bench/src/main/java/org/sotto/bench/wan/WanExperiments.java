package org.sotto.bench.wan;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.sotto.bench.output.ByteSize;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;
import org.sotto.net.link.CostModel;

/** Runs the experiments: parties in this JVM, real sockets on loopback, an emulated link. */
public final class WanExperiments {
  private static final int THREE = 3;
  private static final int WARM_ROUNDS = 5;

  /** Transfers that differ by less than this part are as fast as each other. */
  private static final double SAME = 0.1;

  /** The automatic count tries up to 16 flows in this many bytes; before, it cannot be done. */
  private static final long TRIALS_BYTES = 64 << 20;

  private static final int ALIKE = 3;

  /** With fixed flows the better of two counts: what else runs on a machine only slows one. */
  private static final int FIXED_TRANSFERS = 2;

  private final WanPlan plan;
  private final PrintStream log;

  /**
   * @param log takes progress
   */
  public WanExperiments(WanPlan plan, PrintStream log) {
    this.plan = plan;
    this.log = log;
  }

  /** Runs some of them, in the order of the kinds. */
  public WanReport run(WanExperiment chosen) {
    List<WanRow.Transfer> flows = List.of();
    List<WanRow.Transfer> messages = List.of();
    List<WanRow.Rounds> rounds = List.of();
    List<WanRow.Latency> beside = List.of();
    MeshOptions options = MeshOptions.defaults().withLink(plan.link());
    if (chosen.has(WanExperiment.ROUNDS)) {
      try (Parties three = Parties.onLoopback(THREE, options)) {
        rounds =
            List.of(
                rounds(three, "driven", SessionOptions.defaults()),
                rounds(three, "shared", SessionOptions.defaults().shared()));
      }
    }
    if (chosen != WanExperiment.ROUNDS) {
      try (Parties pair = Parties.onLoopback(2, options)) {
        var _ =
            new Transfers(Math.min(plan.bytes(), 8 << 20), 1 << 20, once())
                .run(pair, "warm up", SessionOptions.defaults());
        if (chosen.has(WanExperiment.FLOWS)) {
          flows = flows(pair);
        }
        if (chosen.has(WanExperiment.MESSAGES)) {
          messages = messages(pair);
        }
        if (chosen.has(WanExperiment.BESIDE)) {
          log.println("round trips beside bulk");
          beside = new BesideBulk(plan, pair).run();
        }
      }
    }
    return new WanReport(plan, flows, messages, rounds, beside);
  }

  private static Predicate<List<Double>> once() {
    return List::isEmpty;
  }

  private List<WanRow.Transfer> flows(Parties pair) {
    List<WanRow.Transfer> rows = new ArrayList<>();
    int message = (int) Math.min(plan.bytes(), WanPlan.MOST_MESSAGE);
    for (int flows : plan.flows()) {
      log.println(ByteSize.text(plan.bytes()) + " over " + flows + " flows");
      double seconds =
          new Transfers(plan.bytes(), message, done -> done.size() < FIXED_TRANSFERS)
              .run(pair, flows + " flows", SessionOptions.defaults().withFlows(flows)).stream()
                  .min(Double::compare)
                  .orElseThrow();
      rows.add(row("flows", flows, 1, message, seconds));
    }
    log.println(ByteSize.text(plan.bytes()) + " over flows of the automatic count");
    List<Double> seconds =
        new Transfers(plan.bytes(), message, this::unsettled)
            .run(pair, "automatic", SessionOptions.defaults());
    for (int i = 0; i < seconds.size(); i++) {
      rows.add(row("flows", 0, i + 1, message, seconds.get(i)));
    }
    return rows;
  }

  /** Until the last transfers took the same time, and all counts can have been tried. */
  private boolean unsettled(List<Double> seconds) {
    int done = seconds.size();
    if (done >= plan.mostTransfers()) {
      return false;
    }
    if (done < ALIKE || done * plan.bytes() < TRIALS_BYTES) {
      return true;
    }
    List<Double> last = seconds.subList(done - ALIKE, done).stream().sorted().toList();
    return last.getLast() > last.getFirst() * (1 + SAME);
  }

  private WanRow.Transfer row(
      String experiment, int flows, int transfer, int message, double seconds) {
    int counted = SessionOptions.spread(message, flows == 0 ? SessionOptions.MOST_FLOWS : flows);
    return new WanRow.Transfer(
        experiment,
        flows,
        transfer,
        message,
        plan.bytes(),
        seconds,
        new CostModel(plan.link(), counted).seconds(1, plan.bytes()));
  }

  private List<WanRow.Transfer> messages(Parties pair) {
    int flows = plan.flowsByFigures();
    List<WanRow.Transfer> rows = new ArrayList<>();
    for (int size : plan.messages()) {
      log.println(ByteSize.text(plan.bytes()) + " in messages of " + ByteSize.text(size));
      double seconds =
          new Transfers(plan.bytes(), size, once())
              .run(pair, "messages of " + size, SessionOptions.defaults().withFlows(flows))
              .getFirst();
      rows.add(row("messages", flows, 1, size, seconds));
    }
    return rows;
  }

  private WanRow.Rounds rounds(Parties three, String carriage, SessionOptions options) {
    log.println(plan.rounds() + " rounds, " + carriage);
    List<List<Long>> nanos = three.run("rounds, " + carriage, options, this::exchanges);
    long slowest =
        nanos.stream()
            .mapToLong(each -> each.stream().mapToLong(Long::longValue).sum())
            .max()
            .orElseThrow();
    List<Long> sorted = nanos.stream().flatMap(List::stream).sorted().toList();
    long bytes = (long) plan.rounds() * WanPlan.ROUND_BYTES;
    return new WanRow.Rounds(
        carriage,
        plan.rounds(),
        bytes,
        slowest / 1e9,
        CostModel.of(plan.link()).seconds(plan.rounds(), bytes),
        sorted.get(sorted.size() / 2) / 1e9,
        sorted.getLast() / 1e9);
  }

  /** Nanoseconds of each round at one party; hearing from both others keeps all in step. */
  private List<Long> exchanges(Session session) {
    long[] message = new long[WanPlan.ROUND_BYTES / Long.BYTES];
    List<Long> nanos = new ArrayList<>();
    for (int round = -WARM_ROUNDS; round < plan.rounds(); round++) {
      long begin = System.nanoTime();
      session.next().sendRing64(message);
      session.previous().sendRing64(message);
      long[] _ = session.next().receiveRing64(message.length);
      long[] _ = session.previous().receiveRing64(message.length);
      if (round >= 0) {
        nanos.add(System.nanoTime() - begin);
      }
    }
    return nanos;
  }
}
