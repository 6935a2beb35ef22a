package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.mpc.bits.BitSlices;

/**
 * Injection and selection in Z_4: the third bit of each value's components is the shared bit, the
 * other two are the element. All hidden randomness is enumerated, for each party in each role.
 */
final class SelectionViewTest {
  private static final Ring FOUR = new Ring(2);

  private static SplitBits bits(ThreeParty mpc, RingShares x, int holder) {
    BitShares shares = new BitShares(x.size(), third(x.own()), third(x.previous()));
    return SplitBits.of(shares, mpc.self(), RoleTurns.fixed(x.size(), holder));
  }

  private static long[] third(long[] component) {
    return BitSlices.of(LongStream.of(component).map(c -> c >>> 2).toArray(), 1);
  }

  private static long[] low(long[] component) {
    return Arrays.stream(component).map(FOUR::of).toArray();
  }

  private static int leaks(EnumeratedView.Protocol protocol) {
    RandomGenerator random = Samples.seeded("selection view", 0x5077_0023L);
    EnumeratedView view = new EnumeratedView(3, 2, false, protocol, (_, _) -> false);
    int leaks = IntStream.range(0, 3).map(party -> view.leaks(party, random)).sum();
    assertThat(view.received()).isPositive();
    return leaks;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void injectionShowsNothing(int holder) {
    assertThat(leaks((mpc, x) -> new Injection(mpc).of(bits(mpc, x, holder), FOUR))).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void selectionShowsNothing(int holder) {
    assertThat(
            leaks(
                (mpc, x) -> {
                  RingShares element = new RingShares(FOUR, low(x.own()), low(x.previous()));
                  return new Selection(mpc).times(bits(mpc, x, holder), List.of(element));
                }))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aBareBitIsSeen(int holder) {
    assertThat(
            leaks(
                (mpc, x) -> {
                  SplitBits bits = bits(mpc, x, holder);
                  Round round = mpc.round();
                  long[] bare = new long[x.size()];
                  for (int i = 0; i < bare.length; i++) {
                    bare[i] = bits.part(i);
                  }
                  if (mpc.self() == holder) {
                    round.toNext().ring(2, bare, 0, bare.length);
                  } else if (mpc.self() == (holder + 1) % 3) {
                    round.expect(holder, 2L * bare.length);
                  }
                  round.exchange();
                  return bits;
                }))
        .isPositive();
  }
}
