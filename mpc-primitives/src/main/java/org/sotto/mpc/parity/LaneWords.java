package org.sotto.mpc.parity;

import org.sotto.codec.NetworkValue;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;

/**
 * Replicated bits in slices of whole 64-lane words, as the pull request sends them: a slice of n
 * bits takes ceil(n / 64) words however few are live, one word alone travels as a singleton, and
 * several as a vector.
 *
 * @param own component i of party i
 * @param previous component i - 1
 */
@SuppressWarnings("ArrayRecordComponent") // words are not copied, and nothing compares them
record LaneWords(long[] own, long[] previous) {

  /** The lowest {@code slices} bits of values, each slice in whole words. */
  static long[] slices(long[] values, int slices) {
    int words = PackedBits.words(values.length);
    long[] dense = BitSlices.of(values, slices);
    long[] out = new long[slices * words];
    for (int t = 0; t < slices; t++) {
      PackedBits.copy(dense, (long) t * values.length, out, 64L * t * words, values.length);
    }
    return out;
  }

  /** Slices {@code [from, to)} of {@code words} words each. */
  LaneWords range(int from, int to, int words) {
    return new LaneWords(
        java.util.Arrays.copyOfRange(own, from * words, to * words),
        java.util.Arrays.copyOfRange(previous, from * words, to * words));
  }

  LaneWords slice(int t, int words) {
    return range(t, t + 1, words);
  }

  LaneWords xor(LaneWords other) {
    long[] a = own.clone();
    long[] b = previous.clone();
    PackedBits.xorInto(a, other.own);
    PackedBits.xorInto(b, other.previous);
    return new LaneWords(a, b);
  }

  /** One round, one message. */
  LaneWords and(LaneWords other, ThreeParty mpc) {
    long[] z = new long[own.length];
    for (int i = 0; i < z.length; i++) {
      z[i] = (own[i] & (other.own[i] ^ other.previous[i])) ^ (previous[i] & other.own[i]);
    }
    mpc.xorZeroShares(mpc.nextStep(), z, 64L * z.length);
    mpc.toNext().send(z.length == 1 ? new Ring64(z[0]) : new Ring64Vec(z));
    return new LaneWords(z, receive(mpc, z.length));
  }

  private static long[] receive(ThreeParty mpc, int words) {
    NetworkValue value = mpc.toPrevious().receive();
    long[] got =
        switch (value) {
          case Ring64 one -> new long[] {one.value()};
          case Ring64Vec many -> many.elements();
          default -> new long[0];
        };
    if (got.length != words) {
      throw ParityIris.unexpected(mpc, mpc.toPrevious(), words + " words", value);
    }
    return got;
  }

  /** The carry of three bits, ((x ^ z) &amp; (y ^ z)) ^ z: one AND. */
  static LaneWords majority(LaneWords x, LaneWords y, LaneWords z, ThreeParty mpc) {
    return x.xor(z).and(y.xor(z), mpc).xor(z);
  }
}
