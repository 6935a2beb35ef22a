package org.sotto.mpc;

/**
 * Lifts signed 16-bit values to a larger ring of K bits. With u the value plus an offset that makes
 * it unsigned, u = a + c mod 2^16 in two-addend form, and over the integers u = a + c - 2^16 w,
 * where w is the carry. a is known to B and C; what is left is to share c, and 2^16 w, that is w
 * over K - 16 bits.
 *
 * <p>Security: semi-honest; every message is uniform to its receiver, see docs/three-party.md,
 * where the argument, which is ours, is written out.
 */
public final class Lift {
  private static final int LOW = 16;
  private static final long OFFSET = 1L << 15;
  private static final long BOUNDED_OFFSET = 1L << 14;

  private final ThreeParty mpc;

  /** Lifts of one run. */
  public Lift(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /**
   * Lifts values in [-2^14, 2^14): then u &lt; 2^15 has its top bit clear, so a + c wraps exactly
   * if a or c has its top bit set, and w = 1 - (1 - c_15)(1 - a_15) needs no carry: one {@link
   * CrossProduct}.
   *
   * <p>2 rounds; 4K - 48 bits a value in all three parties: A sends 2K - 16, B and C K - 16 each. A
   * value outside of the range comes out wrong by a multiple of 2^16.
   *
   * @param x values of Z_2^16
   * @param to the larger ring, 17 to 64 bits
   */
  public RingShares bounded(SplitShares x, Ring to) {
    check(x.ring(), to);
    SplitShares u = x.plus(BOUNDED_OFFSET, mpc.self());
    long[] clear = new long[u.size()];
    for (int i = 0; i < clear.length; i++) {
      clear[i] = 1 - u.ring().msb(u.mine()[i]);
    }
    // u = a + (c - 2^16) + 2^16 (1 - c_15)(1 - a_15); the offset leaves with c.
    CrossProduct product = new CrossProduct(mpc, u.turns(), new Ring(to.bits() - LOW));
    HolderInput c = input(u, to, -(1L << LOW) - BOUNDED_OFFSET);
    Round round = mpc.round();
    c.write(round);
    product.write(round, clear);
    round.exchange();
    c.read(round);
    product.read(round);
    RingShares high = product.finish(clear, new long[u.size()]);
    return shiftedSum(c.shares(), high, 1);
  }

  /**
   * Lifts any values of Z_2^16: the carry in split form by a strategy, then its {@link Injection};
   * beside it A shares c over K bits.
   *
   * <p>The strategy's rounds and bits for a carry of 16 bits (chains take 2 rounds at most), then K
   * bits from A and 4 (K - 16) in all in one round, or 3 (K - 16) in two by ripple.
   *
   * @param x values of Z_2^16
   * @param to the larger ring, 17 to 64 bits
   */
  public RingShares full(SplitShares x, Ring to, Strategy strategy) {
    check(x.ring(), to);
    SplitShares u = x.plus(OFFSET, mpc.self());
    HolderInput c = input(u, to, -OFFSET);
    if (u.size() == 0) {
      return c.shares();
    }
    SplitBits carry = strategy.of(mpc).carry(u);
    Ring upper = new Ring(to.bits() - LOW);
    RingShares high = new Injection(mpc).of(carry, upper, strategy, c);
    return shiftedSum(c.shares(), high, -1);
  }

  /**
   * As {@link #full(SplitShares, Ring, Strategy)} from replicated values, whose components are
   * taken over as they are: A shares no more than whether its two wrap, over K - 16 bits.
   */
  public RingShares full(RingShares x, Ring to, Strategy strategy) {
    check(x.ring(), to);
    int n = x.size();
    RoleTurns turns = mpc.nextTurns(n);
    RingShares u = withOffset(x, turns);
    long[] wraps = new long[n];
    for (int i = 0; i < n; i++) {
      wraps[i] = (u.own()[i] + u.previous()[i]) >>> LOW;
    }
    Ring upper = new Ring(to.bits() - LOW);
    HolderInput wrap = new HolderInput(mpc, turns, upper, wraps);
    if (n == 0) {
      return new RingShares(to, new long[0], new long[0]);
    }
    SplitBits carry = strategy.of(mpc).carry(SplitShares.of(u, mpc.self(), turns));
    RingShares high = new Injection(mpc).of(carry, upper, strategy, wrap).plus(wrap.shares());
    RingShares low = new RingShares(to, u.own(), u.previous());
    addToComponentOfA(low, turns, -OFFSET);
    return shiftedSum(low, high, -1);
  }

  private RingShares withOffset(RingShares x, RoleTurns turns) {
    RingShares u = new RingShares(x.ring(), x.own().clone(), x.previous().clone());
    addToComponentOfA(u, turns, OFFSET);
    return u;
  }

  private void addToComponentOfA(RingShares x, RoleTurns turns, long constant) {
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, mpc.self());
      long[] component = role == 0 ? x.own() : x.previous();
      for (int i = turns.from(s); i < turns.to(s) && role != 2; i++) {
        component[i] = x.ring().of(component[i] + constant);
      }
    }
  }

  /** a + c as shares, once c's message has been read. */
  private HolderInput input(SplitShares u, Ring to, long constant) {
    long[] c = new long[u.size()];
    for (int i = 0; i < c.length; i++) {
      c[i] = u.mine()[i] + constant;
    }
    HolderInput input = new HolderInput(mpc, u.turns(), to, c);
    input.add(u.mine());
    return input;
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

  private static void check(Ring from, Ring to) {
    if (from.bits() != LOW || to.bits() <= LOW) {
      throw new IllegalArgumentException(
          "lift: expected from " + Ring.Z16 + " to more bits, got " + from + " to " + to);
    }
  }
}
