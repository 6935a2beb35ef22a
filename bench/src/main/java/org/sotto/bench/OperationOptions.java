package org.sotto.bench;

import java.util.List;
import java.util.function.Supplier;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.Operation;
import org.sotto.bench.cost.Profile;
import org.sotto.net.link.CostModel;
import picocli.CommandLine.Option;

/** How an operation runs, for each command that runs one. */
final class OperationOptions {
  /** What the options are called. */
  static final List<String> NAMES = List.of("--n", "--profile", "--adder", "--seed");

  private static final int MOST_VALUES = 10_000_000;

  @Option(names = "--n", description = "How many values (default: ${DEFAULT-VALUE}).")
  private int n = 1;

  @Option(
      names = "--profile",
      description = "Layout: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Profile profile = Profile.COMPACT;

  @Option(
      names = "--adder",
      description = {
        "Protocol: parity (the pull request's), or how Sotto's computes carries: ripple, prefix,",
        "chain-4, chain, chain-2, one-round, or auto for the fastest on the link",
        "(default: ${DEFAULT-VALUE})."
      })
  private String adder = AdderChoice.CHAIN.label();

  @Option(names = "--seed", description = "Seed of the inputs (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  /**
   * How many values.
   *
   * @throws IllegalArgumentException if there are too many or less than none
   */
  int n() {
    if (n < 0 || n > MOST_VALUES) {
      throw new IllegalArgumentException("--n: expected 0 to " + MOST_VALUES + " values, got " + n);
    }
    return n;
  }

  Profile profile() {
    return profile;
  }

  /** What {@code --adder} says, for an operation on a link. */
  AdderChoice adder(Operation operation, Supplier<CostModel> link) {
    return AdderChoice.of(adder, operation, n(), link);
  }

  long seed() {
    return seed;
  }
}
