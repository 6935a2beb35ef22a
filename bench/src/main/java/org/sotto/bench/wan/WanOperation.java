package org.sotto.bench.wan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.LinkLoad;
import org.sotto.bench.cost.Operation;
import org.sotto.bench.cost.OperationRun;
import org.sotto.bench.cost.OperationRun.Outcome;
import org.sotto.bench.cost.PartyCost;
import org.sotto.bench.cost.Profile;
import org.sotto.bench.output.Machine;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.SessionOptions;
import org.sotto.net.link.LinkProfile;

/**
 * One operation of three parties in this JVM, joined through memory with an emulated link between
 * each two.
 *
 * @param n how many values
 * @param seed of the inputs
 * @param flows of the session to each peer, from its beginning to its end
 * @param virtual in virtual time, where the parties' own work takes none and two runs are equal;
 *     else in this machine's
 */
public record WanOperation(
    Operation operation,
    int n,
    Profile profile,
    AdderChoice adder,
    long seed,
    LinkProfile link,
    int flows,
    boolean virtual) {
  private static final int PARTIES = 3;
  private static final int WARM_UPS = 200;
  private static final long WARM_UP_NANOS = 5_000_000_000L;
  private static final int MEASURED_RUNS = 5;
  private static final String[] NAMES = {"alice", "bob", "charlie"};

  /** Refuses flow counts that no session can have. */
  public WanOperation {
    if (flows < 1 || flows > SessionOptions.MOST_FLOWS) {
      throw new IllegalArgumentException(
          "--flows: expected 1 to " + SessionOptions.MOST_FLOWS + ", got " + flows);
    }
  }

  /**
   * Runs, checks the answers and predicts. In real time it runs without a link before, until the
   * code is warm, for the compute that no link explains; what is measured is then the median run.
   */
  public WanOperationReport run() {
    MeshOptions mesh = MeshOptions.defaults();
    OperationRun runs = new OperationRun(adder, n, seed);
    if (virtual) {
      try (Parties parties = Parties.virtual(PARTIES, link, mesh)) {
        return report(on(runs, parties, parties::virtualNanos), "", 0);
      }
    }
    double compute;
    try (Parties parties = Parties.inMemory(PARTIES, mesh)) {
      long end = System.nanoTime() + WARM_UP_NANOS;
      for (int i = 0; i < WARM_UPS && System.nanoTime() < end; i++) {
        List<Outcome> _ = on(runs, parties, System::nanoTime);
      }
      compute = seconds(median(runs, parties));
    }
    try (Parties parties = Parties.emulated(PARTIES, link, mesh)) {
      return report(median(runs, parties), Machine.describe(), compute);
    }
  }

  /** The middle one of a few runs by time; one with a wrong answer before all others. */
  private List<Outcome> median(OperationRun runs, Parties parties) {
    List<List<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < MEASURED_RUNS; i++) {
      all.add(on(runs, parties, System::nanoTime));
    }
    return all.stream()
        .filter(outcomes -> !outcomes.stream().allMatch(Outcome::correct))
        .findFirst()
        .orElseGet(
            () ->
                all.stream()
                    .sorted(Comparator.comparingDouble(WanOperation::seconds))
                    .toList()
                    .get(MEASURED_RUNS / 2));
  }

  private List<Outcome> on(OperationRun runs, Parties parties, LongSupplier clock) {
    return runs.run(operation, profile.options().withFlows(flows), parties, clock);
  }

  private static double seconds(List<Outcome> outcomes) {
    return outcomes.stream().mapToLong(Outcome::nanos).max().orElse(0) / 1e9;
  }

  private WanOperationReport report(List<Outcome> outcomes, String machine, double compute) {
    LinkLoad load = LinkLoad.of(outcomes.stream().map(Outcome::ledger).toList());
    List<PartyCost> parties =
        outcomes.stream()
            .map(outcome -> PartyCost.of(NAMES[outcome.ledger().self()], outcome.ledger()))
            .toList();
    return new WanOperationReport(
        this,
        machine,
        parties,
        load,
        seconds(outcomes),
        load.seconds(link, flows),
        compute,
        outcomes.stream().allMatch(Outcome::correct));
  }
}
