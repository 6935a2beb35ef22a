package org.sotto.mpc;

import org.sotto.mpc.bits.PackedBits;

/**
 * Lifts signed 16-bit values to a larger ring of K bits, from two-addend form u = a + c mod 2^16
 * with u the value plus an offset that makes it unsigned. Over the integers u = a + c - 2^16 w,
 * where w is the carry; so A shares c over K bits, a is known to B and C, and what is left is to
 * share 2^16 w, that is w over K - 16 bits.
 *
 * <p>Both forms end with one product of an element that A knows and one that B and C know ({@link
 * CrossProduct}). Security: semi-honest; every message is uniform to its receiver, see
 * docs/three-party.md, where the argument, which is ours, is written out.
 */
public final class Lift {
  private static final int LOW = 16;

  private final ThreeParty mpc;

  /** Lifts of one run. */
  public Lift(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /**
   * Lifts values in [-2^14, 2^14): then u &lt; 2^15 has its top bit clear, so a + c wraps exactly
   * if a or c has its top bit set, and w = 1 - (1 - c_15)(1 - a_15) needs no adder.
   *
   * <p>2 rounds; 4K - 48 bits a value in all three parties: A sends 2K - 16, B and C K - 16 each. A
   * value outside of the range comes out wrong by a multiple of 2^16.
   *
   * @param x values of Z_2^16
   * @param to the larger ring, 17 to 64 bits
   */
  public RingShares bounded(SplitShares x, Ring to) {
    check(x, to);
    SplitShares u = x.plus(1L << 14, mpc.self());
    long[] clear = new long[u.size()];
    for (int i = 0; i < clear.length; i++) {
      clear[i] = 1 - u.ring().msb(u.mine()[i]);
    }
    // u = a + (c - 2^16) + 2^16 (1 - c_15)(1 - a_15); the offset leaves with c.
    CrossProduct product = new CrossProduct(mpc, u.turns(), new Ring(to.bits() - LOW));
    AddendInput c = new AddendInput(mpc, u, to, -(1L << LOW) - (1L << 14));
    Round round = mpc.round();
    c.write(round);
    product.write(round, clear);
    round.exchange(c.owedFromNext() + product.owedFromNext(), 0);
    c.read(round);
    product.read(round);
    RingShares high = product.finish(clear, new long[u.size()]);
    return shiftedSum(c.shares(), high, 1);
  }

  /**
   * Lifts any values of Z_2^16: the carry comes from an adder over 16 maps, and its replicated bit
   * b = b' ^ b'' (b' = the two components that A knows, b'' the one that B and C share) is brought
   * to the ring as b'' + b' (1 - 2 b'').
   *
   * <p>3 rounds and those of the adder; A sends K + 16 bits and then K - 16, B and C K - 16 each,
   * and the adder 1 bit an AND.
   *
   * @param x values of Z_2^16
   * @param to the larger ring, 17 to 64 bits
   */
  public RingShares full(SplitShares x, Ring to, Adder adder) {
    check(x, to);
    int n = x.size();
    SplitShares u = x.plus(1L << 15, mpc.self());
    Binary binary = new Binary(mpc);
    AddendInput c = new AddendInput(mpc, u, to, -(1L << 15));
    AddendBits bits = binary.addends(u, LOW);
    Round round = mpc.round();
    c.write(round);
    bits.write(round);
    round.exchange(c.owedFromNext() + bits.owedFromNext(), 0);
    c.read(round);
    bits.read(round);
    if (n == 0) {
      return c.shares();
    }
    Maps maps = Maps.ofCarry(n, LOW, bits.c(), bits.a());
    Adder.Pending last = adder.fold(binary, maps, bits.a().slice(0, n));
    BitShares carry = binary.and(last.p(), last.v()).xor(last.d());
    return shiftedSum(c.shares(), inject(carry, u.turns(), new Ring(to.bits() - LOW)), -1);
  }

  /**
   * Replicated bits as replicated elements 0 and 1. 2 rounds; one element a bit and party.
   *
   * @param ring where the bits go
   */
  public RingShares inject(BitShares bits, Ring ring) {
    return inject(bits, mpc.nextTurns(bits.size()), ring);
  }

  private RingShares inject(BitShares bits, RoleTurns turns, Ring ring) {
    int n = bits.size();
    long[] factor = new long[n];
    long[] added = new long[n];
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, mpc.self());
      for (int i = turns.from(s); i < turns.to(s); i++) {
        long own = PackedBits.get(bits.own(), i) ? 1 : 0;
        long previous = PackedBits.get(bits.previous(), i) ? 1 : 0;
        if (role == 0) {
          factor[i] = own ^ previous;
        } else {
          added[i] = role == 1 ? own : previous;
          factor[i] = 1 - 2 * added[i];
        }
      }
    }
    CrossProduct product = new CrossProduct(mpc, turns, ring);
    Round round = mpc.round();
    product.write(round, factor);
    round.exchange(product.owedFromNext(), 0);
    product.read(round);
    return product.finish(factor, added);
  }

  /** low + sign * 2^16 high, in the ring of low. */
  private static RingShares shiftedSum(RingShares low, RingShares high, int sign) {
    Ring ring = low.ring();
    for (int i = 0; i < low.size(); i++) {
      low.own()[i] = ring.of(low.own()[i] + sign * (high.own()[i] << LOW));
      low.previous()[i] = ring.of(low.previous()[i] + sign * (high.previous()[i] << LOW));
    }
    return low;
  }

  private static void check(SplitShares x, Ring to) {
    if (x.ring().bits() != LOW || to.bits() <= LOW) {
      throw new IllegalArgumentException(
          "lift: expected from " + Ring.Z16 + " to more bits, got " + x.ring() + " to " + to);
    }
  }
}
