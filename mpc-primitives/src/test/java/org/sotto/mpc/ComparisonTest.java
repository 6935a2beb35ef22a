package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

final class ComparisonTest {
  private static final long SEED = 0x5077_0003L;

  /** All pairs of a ring's edges, as two batches. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  private record Pairs(Ring ring, long[] x, long[] y) {
    static Pairs of(Ring ring) {
      long[] edges = Samples.edges(ring);
      int n = edges.length * edges.length;
      return new Pairs(
          ring,
          IntStream.range(0, n).mapToLong(i -> edges[i / edges.length]).toArray(),
          IntStream.range(0, n).mapToLong(i -> edges[i % edges.length]).toArray());
    }

    /** Whether x - y lies in the signed range. */
    boolean inRange(int i) {
      long difference = ring.signed(ring.of(x[i] - y[i]));
      return (difference < 0) == (ring.signed(x[i]) < ring.signed(y[i]));
    }
  }

  static Stream<Arguments> ringsAndStrategies() {
    return IntStream.of(2, 3, 8, 16, 17, 30, 32, 48, 63, 64)
        .boxed()
        .flatMap(k -> Stream.of(Strategy.values()).map(a -> Arguments.of(new Ring(k), a)));
  }

  @ParameterizedTest
  @MethodSource("ringsAndStrategies")
  void allPairsOfEdgesCompareAsInJavaOrByTheSignOfTheDifference(Ring ring, Strategy strategy) {
    Pairs pairs = Pairs.of(ring);
    RandomGenerator random = Samples.seeded(ring + " " + strategy, SEED);
    List<RingShares> x = ThreePartyRun.deal(ring, pairs.x(), random);
    List<RingShares> y = ThreePartyRun.deal(ring, pairs.y(), random);
    long[] less =
        ThreePartyRun.reconstruct(
            ThreePartyRun.inMemory(
                mpc ->
                    new Comparison(mpc, strategy)
                        .openLessThan(x.get(mpc.self()), y.get(mpc.self()))));
    for (int i = 0; i < less.length; i++) {
      assertThat(less[i])
          .as("%d - %d in %s", pairs.x()[i], pairs.y()[i], ring)
          .isEqualTo(ring.msb(ring.of(pairs.x()[i] - pairs.y()[i])));
      if (pairs.inRange(i)) {
        assertThat(less[i] == 1)
            .as("%d < %d in %s", pairs.x()[i], pairs.y()[i], ring)
            .isEqualTo(ring.signed(pairs.x()[i]) < ring.signed(pairs.y()[i]));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void everyPairOfAddendsGivesTheirSumsTopBit(Strategy strategy) {
    // All (x_0, x_1, x_2) of a ring of 4 bits, in one batch.
    Ring ring = new Ring(4);
    int n = 1 << 12;
    long[][] x = new long[3][n];
    for (int i = 0; i < n; i++) {
      x[0][i] = i & 15;
      x[1][i] = i >> 4 & 15;
      x[2][i] = i >> 8;
    }
    long[] expected =
        IntStream.range(0, n)
            .mapToLong(i -> ring.msb(ring.of(x[0][i] + x[1][i] + x[2][i])))
            .toArray();
    for (int turn = 0; turn < 3; turn++) {
      int turnsBefore = turn;
      List<BitShares> msb =
          ThreePartyRun.inMemory(
              mpc -> {
                for (int i = 0; i < turnsBefore; i++) {
                  RoleTurns _ = mpc.nextTurns(0);
                }
                RingShares mine =
                    new RingShares(ring, x[mpc.self()].clone(), x[(mpc.self() + 2) % 3].clone());
                return new Comparison(mpc, strategy).msb(new Arithmetic(mpc).split(mine));
              });
      assertThat(ThreePartyRun.reconstruct(msb)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void resultsServeAsOperandsAgain(Strategy strategy) {
    int n = 300;
    Ring ring = Ring.Z32;
    RandomGenerator random = Samples.seeded("nested " + strategy, SEED);
    long[][] values = new long[4][];
    List<List<RingShares>> shares =
        IntStream.range(0, 4)
            .mapToObj(
                i -> {
                  values[i] = Samples.values(ring, n, v -> ring.signed(v) >> 1, random);
                  return ThreePartyRun.deal(ring, values[i], random);
                })
            .toList();
    long[] expected = new long[n];
    for (int i = 0; i < n; i++) {
      int left = ring.signed(values[0][i]) < ring.signed(values[1][i]) ? 1 : 0;
      int right = ring.signed(values[2][i]) < ring.signed(values[3][i]) ? 1 : 0;
      expected[i] = left < right ? 1 : 0;
    }
    long[] nested =
        ThreePartyRun.reconstruct(
            ThreePartyRun.inMemory(
                mpc -> {
                  Comparison comparison = new Comparison(mpc, strategy);
                  Arithmetic arithmetic = new Arithmetic(mpc);
                  Injection injection = new Injection(mpc);
                  RingShares[] in =
                      shares.stream().map(s -> s.get(mpc.self())).toArray(RingShares[]::new);
                  BitShares left = comparison.msb(arithmetic.split(in[0].minus(in[1])));
                  BitShares right = comparison.msb(arithmetic.split(in[2].minus(in[3])));
                  return comparison.openLessThan(
                      injection.of(left, ring), injection.of(right, ring));
                }));
    assertThat(nested).isEqualTo(expected);
  }

  @Test
  void aRingOfOneBitHasNoSignAndIsRefused() {
    Ring bit = new Ring(1);
    assertThatThrownBy(
            () ->
                ThreePartyRun.inMemory(
                    mpc ->
                        new Comparison(mpc, Strategy.PREFIX)
                            .msb(
                                new Arithmetic(mpc)
                                    .split(RingShares.constant(bit, mpc.self(), 1)))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 to 64 bits");
  }
}
