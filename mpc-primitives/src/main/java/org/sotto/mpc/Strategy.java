package org.sotto.mpc;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.function.Function;
import org.sotto.net.link.CostModel;

/**
 * How the carry of a + c is computed: how many rounds for how many bits. All give the same values.
 *
 * <p>{@link #RIPPLE} and {@link #PREFIX} are textbook adders on replicated bits. The others are
 * chains of affine maps composed in few rounds, our own construction, argued in
 * docs/low-round-comparison.md; a {@link org.sotto.mpc.lowround.ChainPlan} says what they send.
 */
public enum Strategy {
  /** One AND after the other: fewest bits for wide rings, k rounds for k bits. */
  RIPPLE,
  /** A tree of ANDs: about log2 k rounds, nearly twice the ANDs. */
  PREFIX,
  /** At most 4 rounds to an opened bit. */
  CHAIN_4,
  /** At most 3 rounds to an opened bit: the default for wide-area links. */
  CHAIN,
  /** 2 rounds to an opened bit. */
  CHAIN_2,
  /** 1 round to an opened bit of a replicated value, by randomised determinants: most bits. */
  ONE_ROUND;

  /** The name on the command line: {@code one-round}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The one that a cost model finds fastest for a batch, its own work estimated.
   *
   * @param model of the link between each two parties
   * @param n how many values
   * @param formula of what is to be run, by strategy
   */
  public static Strategy cheapest(CostModel model, int n, Function<Strategy, CostFormula> formula) {
    return Arrays.stream(values())
        .min(Comparator.comparingDouble(s -> formula.apply(s).plan(n).seconds(model)))
        .orElseThrow();
  }

  /** Rounds to an opened bit; 0 for the adders, whose rounds depend on the width. */
  int rounds() {
    return switch (this) {
      case RIPPLE, PREFIX -> 0;
      case CHAIN_4 -> 4;
      case CHAIN -> 3;
      case CHAIN_2 -> 2;
      case ONE_ROUND -> 1;
    };
  }

  /**
   * About what one party's work on a sign or carry of so many bits takes in a large batch, in ns;
   * of comparisons of 32 bits on the machine of docs/bench-mpc.md.
   */
  double nanosPerLane(int width) {
    return switch (this) {
      case RIPPLE -> 5.5 * width;
      case PREFIX -> 4.8 * width;
      case CHAIN_4 -> 1.9 * width;
      case CHAIN -> 2.3 * width;
      case CHAIN_2 -> 3.9 * width;
      case ONE_ROUND -> 0.38 * width * width;
    };
  }

  /** The protocol for one run. */
  CarryProtocol of(ThreeParty mpc) {
    return switch (this) {
      case RIPPLE -> new AdderCarry(mpc, Adder.RIPPLE);
      case PREFIX -> new AdderCarry(mpc, Adder.PREFIX);
      default -> new ChainCarry(mpc, rounds());
    };
  }

  /** Whether a round more is worth an element less. */
  boolean savesBits() {
    return this == RIPPLE;
  }
}
