package org.sotto.bench.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.mpc.iris.ReplicatedIris;
import org.sotto.mpc.parity.ParityIris;
import org.sotto.net.Session;
import org.sotto.net.link.CostModel;

/** Whose protocol runs, and by which strategy carries are computed. */
public enum AdderChoice {
  /** The pull request's protocol, message for message. */
  PARITY,
  /** Sotto's, carries one after the other. */
  RIPPLE,
  /** Sotto's, carries in a tree. */
  PREFIX,
  /** Sotto's, in at most 4 rounds. */
  CHAIN_4,
  /** Sotto's, in at most 3 rounds. */
  CHAIN,
  /** Sotto's, in 2 rounds. */
  CHAIN_2,
  /** Sotto's, in 1 round. */
  ONE_ROUND;

  /** What stands for the one that a cost model finds fastest. */
  public static final String AUTO = "auto";

  /** The name on the command line: {@code one-round}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names, {@value #AUTO} among them. */
  public static List<String> labels() {
    return Stream.concat(Arrays.stream(values()).map(AdderChoice::label), Stream.of(AUTO)).toList();
  }

  /**
   * Reads a name; {@value #AUTO} gives what suits n values of an operation on a link.
   *
   * @throws IllegalArgumentException listing the names there are
   */
  public static AdderChoice of(String label, Operation operation, int n, Supplier<CostModel> link) {
    if (label.equalsIgnoreCase(AUTO)) {
      return valueOf(Strategy.cheapest(link.get(), n, operation::formula).name());
    }
    return Arrays.stream(values())
        .filter(choice -> choice.label().equalsIgnoreCase(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "--adder: expected one of " + labels() + ", got " + label));
  }

  /** The key exchange: as a value where the pull request sends one, else bare. */
  public ThreeParty setUp(Session session) {
    return this == PARITY ? ThreeParty.setUpWithValues(session) : ThreeParty.setUp(session);
  }

  /** The iris protocol. */
  public IrisProtocol iris(ThreeParty mpc) {
    return strategy()
        .<IrisProtocol>map(s -> new ReplicatedIris(mpc, s))
        .orElseGet(() -> new ParityIris(mpc));
  }

  /** Sotto's strategy, or empty for {@link #PARITY}. */
  public Optional<Strategy> strategy() {
    return this == PARITY ? Optional.empty() : Optional.of(Strategy.valueOf(name()));
  }
}
