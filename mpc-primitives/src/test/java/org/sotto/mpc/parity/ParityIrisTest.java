package org.sotto.mpc.parity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.Samples;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.ThreePartyRun;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.mpc.iris.ReplicatedIris;

/** Both protocols compare shared distances as {@link IrisDistance#lessThan} does. */
final class ParityIrisTest {
  private static final long SEED = 0x5077_000AL;

  interface Protocols {
    IrisProtocol of(ThreeParty mpc);
  }

  record Form(String name, Ring ring, ThreePartyRun.Setup setup, Protocols protocols) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Arguments> formsAndSizes() {
    return Stream.of(
            new Form("parity", Ring.Z32, ThreePartyRun.Setup.TAGGED, ParityIris::new),
            new Form(
                "sotto, prefix",
                Ring.Z30,
                ThreePartyRun.Setup.BARE,
                mpc -> new ReplicatedIris(mpc, Strategy.PREFIX)),
            new Form(
                "sotto, ripple",
                Ring.Z30,
                ThreePartyRun.Setup.BARE,
                mpc -> new ReplicatedIris(mpc, Strategy.RIPPLE)))
        .flatMap(form -> Arrays.stream(Samples.sizes()).mapToObj(n -> Arguments.of(form, n)));
  }

  private static IrisDistance distance(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> new IrisDistance(12_800, 12_800);
      case 1 -> new IrisDistance(-12_800, 12_800);
      case 2 -> new IrisDistance(0, random.nextInt(2));
      default -> {
        int mask = random.nextInt(12_801);
        yield new IrisDistance(random.nextInt(-mask, mask + 1), mask);
      }
    };
  }

  private static IrisDistance[] distances(int n, RandomGenerator random) {
    return Stream.generate(() -> distance(random)).limit(n).toArray(IrisDistance[]::new);
  }

  private record Dealt(List<RingShares> code, List<RingShares> mask) {
    static Dealt of(Ring ring, IrisDistance[] distances, RandomGenerator random) {
      long[] codes = Arrays.stream(distances).mapToLong(IrisDistance::code).toArray();
      long[] masks = Arrays.stream(distances).mapToLong(IrisDistance::mask).toArray();
      return new Dealt(
          ThreePartyRun.deal(ring, codes, random), ThreePartyRun.deal(ring, masks, random));
    }

    DistanceShares of(int party) {
      return new DistanceShares(code.get(party), mask.get(party));
    }
  }

  @ParameterizedTest
  @MethodSource("formsAndSizes")
  void comparesAsInTheClear(Form form, int n) {
    RandomGenerator random = Samples.seeded(form.name(), SEED + n);
    IrisDistance[] left = distances(n, random);
    IrisDistance[] right = distances(n, random);
    Dealt sharedLeft = Dealt.of(form.ring(), left, random);
    Dealt sharedRight = Dealt.of(form.ring(), right, random);
    List<BitVec> less =
        ThreePartyRun.measured(
                form.setup(),
                mpc ->
                    form.protocols()
                        .of(mpc)
                        .lessThan(sharedLeft.of(mpc.self()), sharedRight.of(mpc.self())))
            .stream()
            .map(ThreePartyRun.Outcome::value)
            .toList();
    long[] expected = new long[n];
    for (int i = 0; i < n; i++) {
      expected[i] = left[i].lessThan(right[i]) ? 1 : 0;
    }
    assertThat(ThreePartyRun.reconstruct(less)).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("bitCounts")
  void obliviousTransferInjectsReplicatedBits(int n) {
    RandomGenerator random = Samples.seeded("injection", SEED + n);
    Ring bit = new Ring(1);
    long[] bits = Samples.random(bit, n, random);
    List<RingShares> shared = ThreePartyRun.deal(bit, bits, random);
    List<RingShares> injected =
        ThreePartyRun.measured(
                ThreePartyRun.Setup.TAGGED,
                mpc -> {
                  RingShares mine = shared.get(mpc.self());
                  return ParityInjection.inject(
                      mpc, BitSlices.of(mine.own(), 1), BitSlices.of(mine.previous(), 1), n);
                })
            .stream()
            .map(ThreePartyRun.Outcome::value)
            .toList();
    assertThat(ThreePartyRun.reconstruct(injected)).isEqualTo(bits);
  }

  static Stream<Integer> bitCounts() {
    return Stream.of(1, 2, 63, 64, 65, 1000);
  }

  @ParameterizedTest
  @MethodSource("bitCounts")
  void slicesTakeWholeWords(int n) {
    RandomGenerator random = Samples.seeded("slices", SEED + n);
    long[] values = Samples.random(Ring.Z64, n, random);
    int words = PackedBits.words(n);
    long[] slices = LaneWords.slices(values, 17);
    assertThat(slices).hasSize(17 * words);
    for (int t = 0; t < 17; t++) {
      for (int i = 0; i < 64 * words; i++) {
        boolean expected = i < n && (values[i] >>> t & 1) != 0;
        assertThat(PackedBits.get(slices, 64L * t * words + i)).isEqualTo(expected);
      }
    }
  }
}
