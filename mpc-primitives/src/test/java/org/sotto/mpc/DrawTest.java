package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.codec.BitVec;
import org.sotto.codec.PrfKey;
import org.sotto.codec.TaggedCodec;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.net.Parties;
import org.sotto.net.SessionOptions;
import org.sotto.net.error.DesyncException;

final class DrawTest {
  private static final int MANY = 1 << 20;

  /** Bit positions that are biased, or go with the next bit or the next lane. */
  private static Set<String> findings(Ring ring, long[] elements) {
    Set<String> found = new TreeSet<>();
    int n = elements.length; // a multiple of 64, so slices are whole words
    int words = n / 64;
    long[] slices = BitSlices.of(elements, ring.bits());
    for (int t = 0; t < ring.bits(); t++) {
      long ones = 0;
      long nextBit = 0;
      long nextLane = 0;
      for (int w = t * words; w < (t + 1) * words; w++) {
        ones += Long.bitCount(slices[w]);
        if (t + 1 < ring.bits()) {
          nextBit += Long.bitCount(slices[w] ^ slices[w + words]);
        }
        nextLane += Long.bitCount((slices[w] ^ (slices[w] >>> 1)) & (-1L >>> 1));
      }
      if (Balance.isOff(ones, n)) {
        found.add("bit " + t);
      }
      if (t + 1 < ring.bits() && Balance.isOff(nextBit, n)) {
        found.add("bits " + t + " and " + (t + 1));
      }
      if (Balance.isOff(nextLane, 63L * words)) {
        found.add("bit " + t + " of neighbouring lanes");
      }
    }
    return found;
  }

  @Test
  void everyBitOfEveryWidthIsAFairCoinAndKnowsNothingOfItsNeighbours() {
    List<Set<String>> found =
        ThreePartyRun.inMemory(
            mpc -> {
              Set<String> all = new TreeSet<>();
              for (int bits = 1 + mpc.self(); bits <= 64; bits += 3) {
                Ring ring = new Ring(bits);
                // Twice: what is off in both is no accident.
                long[] one = new long[MANY];
                long[] other = new long[MANY];
                mpc.drawWithNext(bits, 0, ring, one, 0, MANY);
                mpc.drawWithPrevious(bits, 1, ring, other, 0, MANY);
                Balance.both(findings(ring, one), findings(ring, other))
                    .forEach(f -> all.add(ring + ": " + f));
                for (long element : one) {
                  if (ring.of(element) != element) {
                    throw new AssertionError("not reduced in " + ring);
                  }
                }
              }
              return all;
            });
    assertThat(found).allMatch(Set::isEmpty);
  }

  @Test
  void biasAndCorrelationAreFound() {
    List<Set<String>> found =
        ThreePartyRun.inMemory(
            mpc -> {
              long[] drawn = new long[MANY];
              mpc.drawWithNext(0, 0, Ring.Z16, drawn, 0, MANY);
              for (int i = 0; i < MANY; i++) {
                drawn[i] &= i % 50 == 0 ? ~8L : -1L; // bit 3 is 1 in 49 % of the lanes
                drawn[i] = (drawn[i] & ~0x80L) | ((drawn[i] << 1) & 0x80L); // bit 7 repeats bit 6
              }
              return findings(Ring.Z16, drawn);
            });
    assertThat(found).allMatch(f -> f.contains("bit 3") && f.contains("bits 6 and 7"));
  }

  /** All that one party can draw for some steps and purposes. */
  private record Draws(List<long[]> withNext, List<long[]> withPrevious) {}

  @Test
  void neighboursDrawTheSameAndNothingElseIsEverTheSame() {
    List<Draws> draws =
        ThreePartyRun.inMemory(
            mpc -> {
              Draws mine = new Draws(new ArrayList<>(), new ArrayList<>());
              for (int step = 0; step < 40; step++) {
                for (int purpose = 0; purpose < ThreeParty.PURPOSES; purpose++) {
                  long[] next = new long[64];
                  long[] previous = new long[64];
                  mpc.drawWithNext(step, purpose, Ring.Z64, next, 0, 64);
                  mpc.drawWithPrevious(step, purpose, Ring.Z64, previous, 0, 64);
                  mine.withNext().add(next);
                  mine.withPrevious().add(previous);
                }
              }
              return mine;
            });
    Set<List<Long>> blocks = new HashSet<>();
    int drawn = 0;
    for (int party = 0; party < 3; party++) {
      List<long[]> next = draws.get(party).withNext();
      List<long[]> previous = draws.get((party + 1) % 3).withPrevious();
      for (int i = 0; i < next.size(); i++) {
        assertThat(previous.get(i)).isEqualTo(next.get(i));
        for (int w = 0; w < 64; w += 2) {
          blocks.add(List.of(next.get(i)[w], next.get(i)[w + 1]));
          drawn++;
        }
      }
    }
    assertThat(blocks).hasSize(drawn); // 3.9 MB: 1.3 MB from each key
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 16, 17, 32, 33, 64})
  void rangesAreFilledAndNothingBeside(int bits) {
    Ring ring = new Ring(bits);
    List<long[]> drawn =
        ThreePartyRun.inMemory(
            mpc -> {
              long[] whole = new long[300];
              mpc.drawWithNext(5, 3, ring, whole, 0, 300);
              long[] part = new long[300];
              Arrays.fill(part, -7);
              mpc.drawWithNext(5, 3, ring, part, 100, 200);
              assertThat(Arrays.copyOfRange(part, 100, 200)).isEqualTo(Arrays.copyOf(whole, 100));
              assertThat(Arrays.copyOf(part, 100)).containsOnly(-7);
              assertThat(Arrays.copyOfRange(part, 200, 300)).containsOnly(-7);
              return whole;
            });
    assertThat(drawn.get(0)).isNotEqualTo(drawn.get(1));
  }

  @Test
  void sharesOfZeroAddUpToZeroAndEachAloneIsUniform() {
    int n = 1 << 14;
    for (int bits : new int[] {1, 14, 16, 30, 48, 64}) {
      Ring ring = new Ring(bits);
      List<long[]> zero =
          ThreePartyRun.inMemory(
              mpc -> {
                long[] mine = new long[n];
                mpc.addZeroShares(mpc.nextStep(), ring, mine);
                return mine;
              });
      for (int i = 0; i < n; i++) {
        assertThat(ring.of(zero.get(0)[i] + zero.get(1)[i] + zero.get(2)[i])).isZero();
      }
      for (long[] share : zero) {
        assertThat(Arrays.stream(share).filter(v -> v == 0).count())
            .isLessThanOrEqualTo(bits == 1 ? n / 2 + 320 : 20);
      }
    }
  }

  @Test
  void zeroBitsXorToZeroWithNothingBehindTheLast() {
    for (int n : Samples.sizes()) {
      List<long[]> zero =
          ThreePartyRun.inMemory(
              mpc -> {
                long[] mine = PackedBits.zeros(n);
                mpc.xorZeroShares(mpc.nextStep(), mine, n);
                return new BitVec(n, mine).words(); // refuses bits behind the last
              });
      long[] sum = zero.get(0).clone();
      PackedBits.xorInto(sum, zero.get(1));
      PackedBits.xorInto(sum, zero.get(2));
      assertThat(sum).isEqualTo(new long[sum.length]);
    }
  }

  @Test
  void aPurposeOfTheNextStepIsRefused() {
    assertThatThrownBy(
            () ->
                ThreePartyRun.inMemory(
                    mpc -> {
                      mpc.drawWithNext(0, ThreeParty.PURPOSES, Ring.Z64, new long[1], 0, 1);
                      return "drawn";
                    }))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void drawsAfterTheEndAreRefused() {
    assertThatThrownBy(
            () ->
                ThreePartyRun.inMemory(
                    mpc -> {
                      mpc.close();
                      mpc.drawWithNext(0, 0, Ring.Z64, new long[1], 0, 1);
                      return "drawn";
                    }))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aKeyThatComesBackIsRefusedForItWouldUnmaskEverything() {
    try (Parties parties = Parties.inMemory(3)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "echo",
                      SessionOptions.defaults().withCodec(new TaggedCodec()),
                      session -> {
                        if (session.self() == 0) {
                          return ThreeParty.setUpWithValues(session).self();
                        }
                        session.next().send(session.previous().receive(PrfKey.class));
                        return session.self();
                      }))
          .isInstanceOf(DesyncException.class)
          .hasMessageContaining("got this party's back");
    }
  }

  @Test
  void sessionsOfOtherSizesAreRefusedAndThreeOfFourPartiesMayBeOne() {
    try (Parties parties = Parties.inMemory(4)) {
      assertThatThrownBy(() -> parties.run("four", session -> ThreeParty.setUp(session).self()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("expected a session of 3 members, got 4");
      List<Integer> places =
          parties.run(
              "three",
              SessionOptions.defaults().among(0, 2, 3),
              session -> {
                try (ThreeParty mpc = ThreeParty.setUp(session)) {
                  RingShares x =
                      new Arithmetic(mpc).input(Ring.Z32, 1, new long[] {mpc.self() == 1 ? 5 : 0});
                  assertThat(new Arithmetic(mpc).open(x)).containsExactly(5);
                  return mpc.self();
                }
              });
      assertThat(places).containsExactly(0, 1, 2);
    }
  }
}
