package org.sotto.mpc.parity;

import org.sotto.mpc.RingShares;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.PackedBits;

/**
 * The pull request's sum of three addends: the components x_0, x_1, x_2 are bits that two parties
 * know each; one layer of full adders makes them a sum word s and a carry word c, and a ripple of
 * single ANDs adds s + 2c.
 */
final class ParityAdder {
  private final ThreeParty mpc;
  private final int words;
  private final int width;
  private final LaneWords sum;
  private final LaneWords carries;

  /**
   * @param width how many bits have a full adder: one round, {@code width} slices
   */
  ParityAdder(ThreeParty mpc, RingShares x, int width, int sliced) {
    this.mpc = mpc;
    this.width = width;
    this.words = PackedBits.words(x.size());
    LaneWords[] addends = new LaneWords[3];
    long[] own = LaneWords.slices(x.own(), sliced);
    long[] previous = LaneWords.slices(x.previous(), sliced);
    long[] zeros = new long[own.length];
    int self = mpc.self();
    for (int j = 0; j < 3; j++) {
      addends[j] = new LaneWords(j == self ? own : zeros, j == (self + 2) % 3 ? previous : zeros);
    }
    this.sum = new LaneWords(own, previous);
    this.carries =
        LaneWords.majority(
            addends[0].range(0, width, words),
            addends[1].range(0, width, words),
            addends[2].range(0, width, words),
            mpc);
  }

  /** The two bits above 16: s + 2c = low 16 bits + 2^16 first + 2^17 second. 16 ANDs in a row. */
  LaneWords[] carriesOfLift() {
    LaneWords ripple = ripple(width);
    LaneWords top = carries.slice(width - 1, words);
    return new LaneWords[] {top.xor(ripple), top.and(ripple, mpc)};
  }

  /** The bit at {@code width}, the most significant one: {@code width - 1} ANDs in a row. */
  LaneWords mostSignificant() {
    return sum.slice(width, words).xor(carries.slice(width - 1, words)).xor(ripple(width));
  }

  /** The carry into bit {@code to} of s + 2c: {@code to - 1} ANDs in a row. */
  private LaneWords ripple(int to) {
    LaneWords carry = sum.slice(1, words).and(carries.slice(0, words), mpc);
    for (int t = 2; t < to; t++) {
      carry = LaneWords.majority(sum.slice(t, words), carries.slice(t - 1, words), carry, mpc);
    }
    return carry;
  }
}
