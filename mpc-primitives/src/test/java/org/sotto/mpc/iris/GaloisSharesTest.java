package org.sotto.mpc.iris;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.sotto.mpc.Samples;
import org.sotto.mpc.bits.PackedBits;

final class GaloisSharesTest {
  private static final long SEED = 0x5077_0009L;

  private static IrisTemplate filled(long code, long mask) {
    long[] codes = new long[PackedBits.words(IrisTemplate.BITS)];
    long[] masks = new long[PackedBits.words(IrisTemplate.MASKS)];
    Arrays.fill(codes, code);
    Arrays.fill(masks, mask);
    return new IrisTemplate(codes, masks);
  }

  private static IrisTemplate random(RandomGenerator random) {
    return new IrisTemplate(
        random.longs(PackedBits.words(IrisTemplate.BITS)).toArray(),
        random.longs(PackedBits.words(IrisTemplate.MASKS)).toArray());
  }

  private static List<IrisTemplate> templates() {
    RandomGenerator random = Samples.seeded("templates", SEED);
    IrisGenerator generator = new IrisGenerator(SEED);
    IrisTemplate person = generator.person();
    return List.of(
        filled(0, -1),
        filled(-1, -1),
        filled(0, 0),
        filled(0x5555_5555_5555_5555L, 1),
        filled(-1, Long.MIN_VALUE),
        random(random),
        random(random),
        person,
        generator.capture(person, 0.1));
  }

  /** Bit by bit, written on its own. */
  private static IrisDistance plain(IrisTemplate a, IrisTemplate b) {
    int code = 0;
    int mask = 0;
    for (int i = 0; i < IrisTemplate.BITS; i++) {
      long both = a.maskWords()[i / 128] & b.maskWords()[i / 128];
      if ((both >>> (i / 2) & 1) == 1) {
        mask++;
        code += ((a.codeWords()[i / 64] ^ b.codeWords()[i / 64]) >>> i & 1) == 0 ? 1 : -1;
      }
    }
    return new IrisDistance(code, mask);
  }

  @Test
  void threePartiesAddendsAreTheDistance() {
    for (IrisTemplate query : templates()) {
      GaloisShares[] queryShares = GaloisShares.share(query);
      for (IrisTemplate entry : templates()) {
        GaloisShares[] entryShares = GaloisShares.share(entry);
        int code = 0;
        int mask = 0;
        for (int party = 0; party < 3; party++) {
          GaloisShares.Query prepared = queryShares[party].asQuery(party);
          code += prepared.codeDot(entryShares[party]);
          mask += prepared.maskDot(entryShares[party]);
        }
        assertThat(new IrisDistance((short) code, 2 * (mask & 0xFFFF)))
            .isEqualTo(query.distance(entry));
      }
    }
  }

  @Test
  void distancesAreCountedBitByBit() {
    List<IrisTemplate> templates = templates();
    for (IrisTemplate a : templates.subList(3, 6)) {
      for (IrisTemplate b : templates.subList(4, 9)) {
        assertThat(a.distance(b)).isEqualTo(plain(a, b));
      }
    }
    IrisTemplate zeros = templates.get(0);
    IrisTemplate ones = templates.get(1);
    IrisTemplate hidden = templates.get(2);
    assertThat(zeros.distance(zeros)).isEqualTo(new IrisDistance(12_800, 12_800));
    assertThat(zeros.distance(ones)).isEqualTo(new IrisDistance(-12_800, 12_800));
    assertThat(zeros.distance(hidden)).isEqualTo(new IrisDistance(0, 0));
    assertThat(zeros.distance(zeros).fraction()).isEqualTo(0.0);
    assertThat(zeros.distance(ones).fraction()).isEqualTo(1.0);
    assertThat(zeros.distance(hidden).fraction()).isNaN();
  }

  @Test
  void theOrderOfDistancesIsThatOfTheirFractions() {
    RandomGenerator random = Samples.seeded("fractions", SEED);
    for (int i = 0; i < 10_000; i++) {
      IrisDistance one = distance(random);
      IrisDistance other = distance(random);
      // Cross-multiplied exactly: (m - c) / m < (m' - c') / m'.
      long left = (long) (one.mask() - one.code()) * other.mask();
      long right = (long) (other.mask() - other.code()) * one.mask();
      assertThat(one.lessThan(other)).isEqualTo(left < right);
    }
    assertThat(new IrisDistance(0, 0).lessThan(IrisDistance.THRESHOLD)).isFalse();
    assertThat(IrisDistance.THRESHOLD.lessThan(new IrisDistance(0, 0))).isFalse();
    assertThatThrownBy(() -> new IrisDistance(0, 12_801))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new IrisDistance(-12_801, 12_800))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static IrisDistance distance(RandomGenerator random) {
    int mask = 1 + random.nextInt(IrisTemplate.BITS);
    return new IrisDistance(random.nextInt(-mask, mask + 1), mask);
  }

  @Test
  void onePartysSharesAreUniformWhateverTheTemplate() {
    int ones = 0;
    int repeated = 0;
    int bits = 0;
    for (int run = 0; run < 10; run++) {
      GaloisShares[] one = GaloisShares.share(filled(0, 0));
      GaloisShares[] other = GaloisShares.share(filled(0, 0));
      for (int party = 0; party < 3; party++) {
        for (int i = 0; i < IrisTemplate.BITS; i++) {
          ones += Integer.bitCount(one[party].code()[i] & 0xFFFF);
          repeated += one[party].code()[i] == other[party].code()[i] ? 1 : 0;
          bits += 16;
        }
      }
    }
    // Chances of a false alarm are below 10^-9.
    assertThat(Math.abs(2.0 * ones - bits)).isLessThan(12 * Math.sqrt(bits));
    assertThat(repeated).isLessThan(50);
  }

  @Test
  void templatesAndSharesOfOtherSizesAreRefused() {
    assertThatThrownBy(() -> new IrisTemplate(new long[199], new long[100]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new GaloisShares(new short[12_800], new short[6_399]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
