package org.sotto.mpc;

import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;

/**
 * Most significant bits and comparisons of values in two-addend form x = a + c: A's addend is
 * shared bit by bit in one round, then an {@link Adder} computes the carry into the top bit, and
 * the last AND is fused with the opening.
 *
 * <p>Security: semi-honest, as {@link Binary}, whose operations it is made of; the only messages
 * beside them are A's masked bits, uniform to C. An opened comparison leaks its bit and nothing
 * else. The affine form of the carry is ours; the argument is in docs/three-party.md.
 */
public final class Comparison {
  private final ThreeParty mpc;
  private final Binary binary;
  private final Adder adder;

  /** Comparisons of one run with one adder. */
  public Comparison(ThreeParty mpc, Adder adder) {
    this.mpc = mpc;
    this.binary = new Binary(mpc);
    this.adder = adder;
  }

  /**
   * Opens the most significant bit of each value to all. For k bits: 1 round and k - 1 bits a value
   * from A, then the adder over k - 1 maps with its last AND at 2 bits a party.
   *
   * @param x values of a ring of at least 2 bits
   */
  public BitVec openMsb(SplitShares x) {
    int k = bitsOf(x);
    if (x.size() == 0) {
      return new BitVec(0, new long[0]);
    }
    Adder.Pending last = foldBelowTop(x, k - 1);
    return binary.andXorOpen(last.p(), last.v(), last.d(), topBitOfA(x));
  }

  /**
   * The most significant bit of each value as replicated bits: as {@link #openMsb}, with k bits a
   * value from A and the last AND at 1 bit.
   */
  public BitShares msb(SplitShares x) {
    int k = bitsOf(x);
    int n = x.size();
    if (n == 0) {
      return BitShares.zeros(0);
    }
    AddendBits bits = binary.addends(x, k);
    share(bits);
    Maps maps = Maps.ofCarry(n, k - 1, bits.c(), bits.a());
    Adder.Pending last = adder.fold(binary, maps, bits.a().slice(0, n));
    BitShares top = bits.c().slice((k - 1L) * n, n);
    return binary.and(last.p(), last.v()).xor(last.d()).xor(top);
  }

  /**
   * Opens x &lt; y for signed values whose difference lies in [-2^(k-1), 2^(k-1)). For others the
   * answer is the sign of the difference modulo 2^k. Cost as {@link #openMsb}.
   */
  public BitVec openLessThan(RingShares x, RingShares y) {
    RingShares difference = x.minus(y);
    return openMsb(SplitShares.of(difference, mpc.self(), mpc.nextTurns(difference.size())));
  }

  private static int bitsOf(SplitShares x) {
    if (x.ring().bits() < 2) {
      throw new IllegalArgumentException(
          "comparison: expected a ring of 2 to 64 bits, got " + x.ring());
    }
    return x.ring().bits();
  }

  private Adder.Pending foldBelowTop(SplitShares x, int maps) {
    int n = x.size();
    // c below the top bit is shared; a is known to B and C up to the top bit at no cost.
    AddendBits bits = binary.addends(x, maps);
    share(bits);
    BitShares a = withTopSlice(bits.a(), x, maps);
    return adder.fold(binary, Maps.ofCarry(n, maps, bits.c(), a), a.slice(0, n));
  }

  private void share(AddendBits bits) {
    Round round = mpc.round();
    bits.write(round);
    round.exchange(bits.owedFromNext(), 0);
    bits.read(round);
  }

  /** The slices of a with one more on top, which B and C know. */
  private BitShares withTopSlice(BitShares a, SplitShares x, int top) {
    int n = x.size();
    BitShares longer = BitShares.zeros(Math.multiplyExact(top + 1, n));
    longer.put(0, a, 0, a.size());
    long[] bit = topSlice(x, top);
    for (int s = 0; s < x.turns().segments(); s++) {
      int from = x.turns().from(s);
      int run = x.turns().to(s) - from;
      switch (x.turns().role(s, mpc.self())) {
        case 0 -> {}
        case 1 -> PackedBits.copy(bit, from, longer.own(), (long) top * n + from, run);
        default -> PackedBits.copy(bit, from, longer.previous(), (long) top * n + from, run);
      }
    }
    return longer;
  }

  /** In the lanes where this party is A the top bit of c, elsewhere zero. */
  private long[] topBitOfA(SplitShares x) {
    long[] bit = topSlice(x, x.ring().bits() - 1);
    long[] extra = PackedBits.zeros(x.size());
    for (int s = 0; s < x.turns().segments(); s++) {
      if (x.turns().role(s, mpc.self()) == 0) {
        int from = x.turns().from(s);
        PackedBits.copy(bit, from, extra, from, x.turns().to(s) - from);
      }
    }
    return extra;
  }

  private static long[] topSlice(SplitShares x, int top) {
    long[] bits = new long[x.size()];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = x.mine()[i] >>> top & 1;
    }
    return BitSlices.of(bits, 1);
  }
}
