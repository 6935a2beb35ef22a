package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.EnumeratedView.Omitted;
import org.sotto.mpc.EnumeratedView.Protocol;
import org.sotto.mpc.lowround.ChainPlan;
import org.sotto.mpc.lowround.ChainPlan.Output;

/**
 * Comparisons in few rounds at small widths: for each party, whatever its shares and tapes, what it
 * receives is distributed alike for all secrets (with one opened bit, where it learns that). The
 * whole hidden randomness is enumerated. Six variants that leave one mask out are caught.
 */
final class ChainViewTest {
  private static final long SEED = 0x5077_0022L;
  private static final Omitted NOTHING = (_, _) -> false;
  private static final int NO_CORNER = 0;

  private static ChainPlan plan(
      Output output, int lastMaps, int corner, boolean nodesReplicated, List<Integer> layer) {
    List<List<Integer>> layers = layer.isEmpty() ? List.of() : List.of(layer);
    return new ChainPlan(output, layers, lastMaps, corner, nodesReplicated, 0, 0);
  }

  private static ChainPlan plan(Output output, int lastMaps, int corner, Integer... layer) {
    return plan(output, lastMaps, corner, false, List.of(layer));
  }

  static Stream<Arguments> plans() {
    int monomials = ChainPlan.MONOMIALS;
    return Stream.of(
        Arguments.of(4, plan(Output.REPLICATED, 1, monomials, 1, 2)),
        Arguments.of(4, plan(Output.OPEN, 1, monomials, 1, 2)),
        Arguments.of(4, plan(Output.SPLIT, 1, monomials, 1, 2)),
        Arguments.of(3, plan(Output.REPLICATED, 2, monomials)),
        Arguments.of(3, plan(Output.REPLICATED, 2, NO_CORNER)),
        Arguments.of(3, plan(Output.SPLIT, 2, NO_CORNER)),
        Arguments.of(3, plan(Output.OPEN, 2, NO_CORNER)),
        Arguments.of(4, plan(Output.REPLICATED, 3, 1)),
        Arguments.of(4, plan(Output.OPEN, 3, 1)),
        Arguments.of(4, plan(Output.OPEN, 3, 2)),
        Arguments.of(4, plan(Output.OPEN, 1, monomials, true, List.of(1, 2))),
        Arguments.of(3, plan(Output.OPEN, 1, NO_CORNER, true, List.of(1, 1))),
        Arguments.of(5, plan(Output.REPLICATED, 1, monomials, 2, 2)),
        Arguments.of(5, plan(Output.OPEN, 1, monomials, 2, 2)),
        Arguments.of(5, plan(Output.SPLIT, 2, monomials, 1, 1, 2)),
        Arguments.of(
            5,
            new ChainPlan(
                Output.REPLICATED,
                List.of(List.of(1, 1, 2), List.of(1, 1)),
                1,
                monomials,
                false,
                0,
                0)));
  }

  @ParameterizedTest(name = "{0} bits, {1}")
  @MethodSource("plans")
  void viewsDoNotDependOnTheSecret(int width, ChainPlan plan) {
    assertThat(leaks(width, plan.output() == Output.OPEN, protocol(plan), NOTHING)).isZero();
  }

  static Stream<Arguments> plansAtOnce() {
    return Stream.of(
        Arguments.of(3, plan(Output.OPEN, 2, NO_CORNER)), Arguments.of(4, plan(Output.OPEN, 3, 1)));
  }

  @ParameterizedTest(name = "{0} bits, {1}")
  @MethodSource("plansAtOnce")
  void viewsOfAnOpeningInOneRoundDependOnTheBitAlone(int width, ChainPlan plan) {
    Protocol atOnce = (mpc, x) -> new ChainCarry(mpc, 1).openAtOnce(x, plan);
    assertThat(leaks(width, true, atOnce, NOTHING)).isZero();
  }

  private static int leaks(int width, boolean opened, Protocol protocol, Omitted omitted) {
    RandomGenerator random = Samples.seeded("view", SEED);
    EnumeratedView view = new EnumeratedView(width, 1, opened, protocol, omitted);
    int leaks = IntStream.range(0, 3).map(party -> view.leaks(party, random)).sum();
    assertThat(view.received()).isPositive();
    return leaks;
  }

  private static Protocol protocol(ChainPlan plan) {
    return (mpc, x) -> {
      ChainCarry chain = new ChainCarry(mpc, 0);
      SplitShares split = SplitShares.of(x, mpc.self(), RoleTurns.fixed(x.size(), 0));
      return switch (plan.output()) {
        case OPEN -> chain.open(split, plan);
        case REPLICATED -> chain.replicated(split, plan);
        case SPLIT -> chain.split(split, plan, true);
      };
    };
  }

  private static boolean isPad(long stream) {
    return stream % 2 == 0;
  }

  /**
   * Slices of the pads of a determinant of 3 rows: 3 of the left, 2 of the column, 6 of entries.
   */
  private static Omitted pads(int from, int to) {
    return (stream, slice) -> isPad(stream) && slice >= from && slice < to;
  }

  static Stream<Arguments> broken() {
    ChainPlan layered = plan(Output.REPLICATED, 1, ChainPlan.MONOMIALS, 1, 2);
    ChainPlan determinant = plan(Output.OPEN, 2, NO_CORNER);
    ChainPlan cornered = plan(Output.OPEN, 3, 1);
    return Stream.of(
        Arguments.of("products without pads", 4, layered, (Omitted) (stream, _) -> isPad(stream)),
        Arguments.of("outputs without masks", 4, layered, (Omitted) (stream, _) -> !isPad(stream)),
        Arguments.of("last column not random", 3, determinant, pads(3, 5)),
        Arguments.of("only the first row random", 3, determinant, pads(2, 3)),
        Arguments.of("entries without pads", 3, determinant, pads(5, 11)),
        Arguments.of("the corner's second products without pads", 4, cornered, pads(12, 13)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("broken")
  void aMaskThatIsLeftOutIsCaught(String name, int width, ChainPlan plan, Omitted omitted) {
    assertThat(leaks(width, plan.output() == Output.OPEN, protocol(plan), omitted)).isPositive();
  }
}
