package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LiftTest {
  private static final long SEED = 0x5077_0004L;
  private static final long[] ALL = IntStream.range(0, 1 << 16).asLongStream().toArray();

  private static long[] lifted(
      long[] values,
      Ring to,
      RandomGenerator random,
      java.util.function.Function<ThreeParty, Form> form) {
    List<RingShares> x = ThreePartyRun.deal(Ring.Z16, values, random);
    return ThreePartyRun.reconstruct(
        ThreePartyRun.inMemory(
            mpc -> form.apply(mpc).lift(new Arithmetic(mpc).split(x.get(mpc.self())), to)));
  }

  private interface Form {
    RingShares lift(SplitShares x, Ring to);
  }

  @ParameterizedTest
  @CsvSource({
    "PREFIX,32",
    "RIPPLE,32",
    "PREFIX,48",
    "RIPPLE,48",
    "PREFIX,17",
    "CHAIN,32",
    "CHAIN_2,64",
    "ONE_ROUND,17"
  })
  void everyValueOfSixteenBitsIsLiftedWithItsSign(Strategy strategy, int bits) {
    Ring to = new Ring(bits);
    RandomGenerator random = Samples.seeded("lift to " + to, SEED);
    long[] result =
        lifted(ALL, to, random, mpc -> (x, ring) -> new Lift(mpc).full(x, ring, strategy));
    assertThat(result)
        .isEqualTo(IntStream.range(0, 1 << 16).mapToLong(x -> to.of((short) x)).toArray());
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 30, 32, 48, 64})
  void theBoundedLiftIsRightOnAllItsRangeAndOffByMultiplesOfTwoToTheSixteenthElsewhere(int bits) {
    Ring to = new Ring(bits);
    RandomGenerator random = Samples.seeded("bounded lift to " + to, SEED);
    long[] result = lifted(ALL, to, random, mpc -> new Lift(mpc)::bounded);
    for (int x = 0; x < result.length; x++) {
      long signed = (short) x;
      if (signed >= -(1 << 14) && signed < 1 << 14) {
        assertThat(result[x]).as("%d", signed).isEqualTo(to.of(signed));
      } else {
        assertThat(result[x] & 0xFFFF).as("%d modulo 2^16", signed).isEqualTo(x);
        long off = to.signed(to.of(result[x] - signed));
        assertThat(off).as("%d", signed).isIn(0L, 1L << 16, to.signed(to.of(-(1L << 16))));
      }
    }
  }

  @Test
  void ringsThatDoNotFitAreRefused() {
    assertThatThrownBy(
            () ->
                ThreePartyRun.inMemory(
                    mpc ->
                        new Lift(mpc)
                            .bounded(
                                new Arithmetic(mpc)
                                    .split(RingShares.constant(Ring.Z32, mpc.self(), 1)),
                                Ring.Z48)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got Z_2^32 to Z_2^48");
  }
}
