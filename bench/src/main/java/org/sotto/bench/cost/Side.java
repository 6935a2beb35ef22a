package org.sotto.bench.cost;

import java.util.Arrays;
import java.util.function.IntPredicate;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Binary;
import org.sotto.mpc.BitShares;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.PackedBits;

/**
 * One party's side of an operation, on inputs dealt beforehand. A result that stays shared is
 * opened after {@code measured} was called, which takes the costs.
 */
interface Side {
  /** Whether the answer is the plaintext's. */
  boolean run(ThreeParty mpc, Runnable measured);

  /** Gives shares or opened values. */
  interface Body<T> {
    T run(ThreeParty mpc);
  }

  /** Ring shares that must open to the expected values. */
  static Side ring(long[] expected, Body<RingShares> body) {
    return (mpc, measured) -> {
      RingShares result = body.run(mpc);
      measured.run();
      return Arrays.equals(new Arithmetic(mpc).open(result), expected);
    };
  }

  /** Shares of bits that must open to the expected ones. */
  static Side bits(BitVec expected, Body<BitShares> body) {
    return (mpc, measured) -> {
      BitShares result = body.run(mpc);
      measured.run();
      return new Binary(mpc).open(result).equals(expected);
    };
  }

  /** Bits opened by the operation itself. */
  static Side opened(BitVec expected, Body<BitVec> body) {
    return (mpc, measured) -> body.run(mpc).equals(expected);
  }

  /** n bits in the clear. */
  static BitVec plain(int n, IntPredicate bit) {
    long[] words = PackedBits.zeros(n);
    for (int i = 0; i < n; i++) {
      PackedBits.write(words, i, 1, bit.test(i) ? 1 : 0);
    }
    return new BitVec(n, words);
  }
}
