package org.sotto.mpc.bits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Samples;

final class PackedBitsTest {
  private static final long SEED = 0x5077_0006L;
  private static final int TRIES = 20_000;

  private static long[] words(int count, RandomGenerator random) {
    return random.longs(count).toArray();
  }

  private static BigInteger number(long[] words) {
    byte[] bytes = BitSet.valueOf(words).toByteArray(); // little-endian
    for (int i = 0; i < bytes.length / 2; i++) {
      byte swap = bytes[i];
      bytes[i] = bytes[bytes.length - 1 - i];
      bytes[bytes.length - 1 - i] = swap;
    }
    return new BigInteger(1, bytes);
  }

  private static BigInteger ones(int count) {
    return BigInteger.ONE.shiftLeft(count).subtract(BigInteger.ONE);
  }

  @Test
  void readsAndWritesRunsOfUpToAWordAtAnyOffset() {
    RandomGenerator random = Samples.seeded("runs", SEED);
    for (int i = 0; i < TRIES; i++) {
      long[] words = words(4, random);
      int count = 1 + random.nextInt(64);
      int from = random.nextInt(4 * 64 - count + 1);
      BigInteger before = number(words);
      BigInteger run = before.shiftRight(from).and(ones(count));
      assertThat(PackedBits.read(words, from, count)).isEqualTo(run.longValue());

      long value = random.nextLong() & ones(count).longValue();
      PackedBits.write(words, from, count, value);
      BigInteger expected =
          before
              .andNot(ones(count).shiftLeft(from))
              .or(new BigInteger(Long.toUnsignedString(value)).shiftLeft(from));
      assertThat(number(words)).isEqualTo(expected);
    }
  }

  @Test
  void copiesRunsOfAnyLengthBetweenAnyOffsetsAndTouchesNothingElse() {
    RandomGenerator random = Samples.seeded("copies", SEED);
    for (int i = 0; i < TRIES; i++) {
      long[] source = words(1 + random.nextInt(6), random);
      long[] target = words(1 + random.nextInt(6), random);
      int most = 64 * Math.min(source.length, target.length);
      int count = random.nextInt(most + 1);
      int step = random.nextInt(4) == 0 ? 64 : 1; // whole words have a way of their own
      int from = random.nextInt(64 * source.length - count + 1) / step * step;
      int to = random.nextInt(64 * target.length - count + 1) / step * step;
      BigInteger expected =
          number(target)
              .andNot(ones(count).shiftLeft(to))
              .or(number(source).shiftRight(from).and(ones(count)).shiftLeft(to));
      PackedBits.copy(source, from, target, to, count);
      assertThat(number(target)).isEqualTo(expected);
    }
  }

  @Test
  void trimsGetsAndXors() {
    RandomGenerator random = Samples.seeded("trim", SEED);
    for (int bits = 0; bits < 300; bits++) {
      long[] words = words(PackedBits.words(bits), random);
      long[] other = words(words.length, random);
      BitSet set = BitSet.valueOf(words);
      set.clear(bits, 64 * words.length);
      PackedBits.trim(words, bits);
      assertThat(number(words)).isEqualTo(number(set.toLongArray()));
      for (int i = 0; i < bits; i++) {
        assertThat(PackedBits.get(words, i)).isEqualTo(set.get(i));
      }
      set.xor(BitSet.valueOf(other));
      PackedBits.xorInto(words, other);
      assertThat(number(words)).isEqualTo(number(set.toLongArray()));
    }
    assertThat(PackedBits.words(0)).isZero();
    assertThat(PackedBits.words(64)).isOne();
    assertThat(PackedBits.words(65)).isEqualTo(2);
  }

  @Test
  void messagesOfMixedWidthsReadBackAndAreTheConcatenationOfTheirParts() {
    RandomGenerator random = Samples.seeded("messages", SEED);
    for (int i = 0; i < 300; i++) {
      int parts = random.nextInt(12);
      BitWriter writer = new BitWriter();
      BigInteger expected = BigInteger.ZERO;
      int[] widths = new int[parts];
      long[][] elements = new long[parts][];
      for (int p = 0; p < parts; p++) {
        widths[p] = random.nextInt(65); // 0: a run of bits
        elements[p] = words(1 + random.nextInt(9), random);
        int at = (int) writer.size();
        if (widths[p] == 0) {
          int skip = random.nextInt(7);
          int count = 64 * elements[p].length - skip;
          writer.bits(elements[p], skip, count);
          expected = expected.or(number(elements[p]).shiftRight(skip).shiftLeft(at));
          elements[p] = Arrays.copyOf(new long[] {skip, count}, 2);
        } else {
          // Bits above the width are not sent.
          writer.ring(widths[p], elements[p], 0, elements[p].length);
          for (int e = 0; e < elements[p].length; e++) {
            elements[p][e] &= -1L >>> (64 - widths[p]);
            BigInteger element = number(new long[] {elements[p][e]});
            expected = expected.or(element.shiftLeft(at + e * widths[p]));
          }
        }
      }
      BitVec message = writer.message();
      assertThat(message.size()).isEqualTo((int) writer.size());
      assertThat(number(message.words())).isEqualTo(expected);
      BitReader reader = new BitReader(message);
      int at = 0;
      for (int p = 0; p < parts; p++) {
        if (widths[p] == 0) {
          int count = (int) elements[p][1];
          long[] target = new long[PackedBits.words(count) + 1];
          reader.bits(target, 3, count);
          assertThat(number(target))
              .isEqualTo(expected.shiftRight(at).and(ones(count)).shiftLeft(3));
          at += count;
        } else {
          long[] target = new long[elements[p].length + 2];
          reader.ring(widths[p], target, 1, target.length - 1);
          assertThat(Arrays.copyOfRange(target, 1, target.length - 1)).isEqualTo(elements[p]);
          at += widths[p] * elements[p].length;
        }
      }
      assertThatThrownBy(() -> reader.bits(new long[1], 0, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("expected 1 bits more, got 0");
    }
  }

  @Test
  void slicesAreTheTransposedWords() {
    RandomGenerator random = Samples.seeded("slices", SEED);
    for (int n : new int[] {0, 1, 2, 63, 64, 65, 127, 128, 129, 1000}) {
      for (int slices : new int[] {0, 1, 2, 15, 31, 63, 64}) {
        long[] values = words(n, random);
        long[] out = BitSlices.of(values, slices);
        assertThat(out).hasSize(PackedBits.words((long) slices * n));
        BitSet expected = new BitSet();
        for (int t = 0; t < slices; t++) {
          for (int i = 0; i < n; i++) {
            expected.set(t * n + i, (values[i] >>> t & 1) != 0);
          }
        }
        assertThat(BitSet.valueOf(out)).isEqualTo(expected);
      }
    }
  }
}
