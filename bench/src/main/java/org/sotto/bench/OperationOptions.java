package org.sotto.bench;

import java.util.List;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.Profile;
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
      description = "Protocol: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private AdderChoice adder = AdderChoice.PREFIX;

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

  AdderChoice adder() {
    return adder;
  }

  long seed() {
    return seed;
  }
}
