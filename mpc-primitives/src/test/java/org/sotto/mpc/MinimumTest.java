package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.ThreePartyRun.Outcome;

/** The least of each group and where it is, of equal ones the first. */
final class MinimumTest {
  private static final long SEED = 0x5077_0021L;

  static Stream<Arguments> cases() {
    return Stream.of(Strategy.values())
        .flatMap(s -> Stream.of(true, false).map(t -> Arguments.of(s, t)));
  }

  @ParameterizedTest(name = "{0}, tournament {1}")
  @MethodSource("cases")
  void findsTheFirstOfTheLeast(Strategy strategy, boolean tournament) {
    Ring ring = new Ring(20);
    RandomGenerator random = Samples.seeded("minimum by " + strategy, SEED);
    for (int size : new int[] {1, 2, 3, 4, 7, 11}) {
      for (int n : new int[] {0, 1, 5, 70}) {
        long[] keys = Samples.values(ring, n * size, x -> ring.signed(x) >> 17, random);
        long[] places = new long[n * size];
        for (int i = 0; i < places.length; i++) {
          places[i] = i / n;
        }
        List<RingShares> key = ThreePartyRun.deal(ring, keys, random);
        List<RingShares> place = ThreePartyRun.deal(ring, places, random);
        List<Outcome<List<RingShares>>> outcomes =
            ThreePartyRun.measured(
                mpc -> {
                  List<RingShares> columns = List.of(key.get(mpc.self()), place.get(mpc.self()));
                  Minimum minimum = new Minimum(mpc, strategy);
                  return tournament
                      ? minimum.tournament(columns, n)
                      : minimum.roundRobin(columns, n);
                });
        long[] least = column(outcomes, 0);
        long[] at = column(outcomes, 1);
        for (int i = 0; i < n; i++) {
          int first = 0;
          for (int j = 1; j < size; j++) {
            if (ring.signed(keys[j * n + i]) < ring.signed(keys[first * n + i])) {
              first = j;
            }
          }
          assertThat(at[i]).as("size %d, group %d of %d", size, i, n).isEqualTo(first);
          assertThat(least[i]).isEqualTo(keys[first * n + i]);
        }
        if (n > 0) {
          CostFormula cost =
              tournament
                  ? CostFormula.tournament(ring, size, 2, false, strategy)
                  : CostFormula.roundRobin(ring, size, 2, false, strategy);
          ThreePartyRun.assertCosts(outcomes, CostFormula.setUp().then(cost).plan(n));
        }
      }
    }
  }

  private static long[] column(List<Outcome<List<RingShares>>> outcomes, int c) {
    return ThreePartyRun.reconstruct(outcomes.stream().map(o -> o.value().get(c)).toList());
  }
}
