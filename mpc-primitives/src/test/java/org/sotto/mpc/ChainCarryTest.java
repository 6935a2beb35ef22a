package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.ThreePartyRun.Outcome;
import org.sotto.mpc.lowround.ChainPlan;
import org.sotto.mpc.lowround.ChainPlan.Output;

/** Values, rounds and bits of each plan, at all widths where the model has one. */
final class ChainCarryTest {
  private static final long SEED = 0x5077_0020L;

  static Stream<Arguments> plans() {
    return IntStream.of(2, 3, 4, 5, 8, 16, 30, 32, 48, 64)
        .boxed()
        .flatMap(
            width ->
                Stream.of(Output.values())
                    .flatMap(
                        output ->
                            IntStream.rangeClosed(1, 4)
                                .filter(rounds -> exists(width, rounds, output))
                                .mapToObj(rounds -> Arguments.of(width, output, rounds))));
  }

  private static boolean exists(int width, int rounds, Output output) {
    try {
      return ChainPlan.sign(width, rounds, output).rounds() == rounds;
    } catch (IllegalArgumentException e) {
      return false; // too few maps for so many layers
    }
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @MethodSource("plans")
  void givesTheSignInItsRoundsAndBits(int width, Output output, int rounds) {
    Ring ring = new Ring(width);
    ChainPlan plan = ChainPlan.sign(width, rounds, output);
    RandomGenerator random = Samples.seeded("sign " + width + " " + output + " " + rounds, SEED);
    for (int n : new int[] {1, 2, 63, 192, 200}) {
      long[] x = Samples.values(ring, n, v -> v, random);
      List<RingShares> shares = ThreePartyRun.deal(ring, x, random);
      List<Outcome<Object>> outcomes =
          ThreePartyRun.measured(mpc -> run(mpc, shares.get(mpc.self()), plan));
      assertThat(ThreePartyRun.reconstruct(outcomes.stream().map(Outcome::value).toList()))
          .as("n = %d", n)
          .isEqualTo(IntStream.range(0, n).mapToLong(i -> ring.msb(x[i])).toArray());
      if (n == 192) {
        assertThat(8 * payload(outcomes)).isEqualTo(plan.bits() * n);
        assertThat(outcomes.stream().mapToLong(o -> o.costs().rounds()).max().orElse(0))
            .isEqualTo(rounds + CostFormula.setUp().plan(1).rounds());
      }
    }
  }

  private static Object run(ThreeParty mpc, RingShares x, ChainPlan plan) {
    ChainCarry chain = new ChainCarry(mpc, plan.rounds());
    if (plan.output() == Output.OPEN && plan.rounds() == 1) {
      return chain.openAtOnce(x, plan);
    }
    SplitShares split = new Arithmetic(mpc).split(x);
    return switch (plan.output()) {
      case OPEN -> chain.open(split, plan);
      case REPLICATED -> chain.replicated(split, plan);
      case SPLIT -> chain.split(split, plan, true);
    };
  }

  private static long payload(List<? extends Outcome<?>> outcomes) {
    MessagePlan setUp = CostFormula.setUp().plan(1);
    long bytes = 0;
    for (int party = 0; party < 3; party++) {
      bytes += outcomes.get(party).costs().sum().payloadSent() - setUp.payloadSent(party);
    }
    return bytes;
  }

  static Stream<Arguments> carries() {
    return IntStream.of(1, 2, 3, 8, 16, 32, 64)
        .boxed()
        .flatMap(
            width ->
                IntStream.rangeClosed(1, 3)
                    .filter(rounds -> width > rounds || rounds == 1)
                    .mapToObj(rounds -> Arguments.of(width, rounds)));
  }

  @ParameterizedTest(name = "{0} in {1}")
  @MethodSource("carries")
  void givesTheCarryOfBothAddends(int width, int rounds) {
    Ring ring = new Ring(width);
    ChainPlan plan = ChainPlan.carry(width, rounds);
    RandomGenerator random = Samples.seeded("carry " + width + " " + rounds, SEED);
    for (int n : new int[] {1, 65, 192}) {
      long[] x = Samples.values(ring, n, v -> v, random);
      List<RingShares> shares = ThreePartyRun.deal(ring, x, random);
      List<Outcome<Object>> outcomes =
          ThreePartyRun.measured(
              mpc ->
                  new ChainCarry(mpc, rounds)
                      .split(new Arithmetic(mpc).split(shares.get(mpc.self())), plan, false));
      RoleTurns turns = new RoleTurns(n, 0);
      long[] expected = new long[n];
      for (int s = 0; s < turns.segments(); s++) {
        RingShares atA = shares.get(turns.a(s));
        for (int i = turns.from(s); i < turns.to(s); i++) {
          long c = ring.of(atA.own()[i] + atA.previous()[i]);
          // The sum wrapped if it is below an addend.
          expected[i] = Long.compareUnsigned(x[i], c) < 0 ? 1 : 0;
        }
      }
      assertThat(ThreePartyRun.reconstruct(outcomes.stream().map(Outcome::value).toList()))
          .isEqualTo(expected);
      if (n == 192) {
        assertThat(8 * payload(outcomes)).isEqualTo(plan.bits() * n);
      }
    }
  }
}
