package org.sotto.mpc;

import org.sotto.mpc.bits.PackedBits;

/**
 * n values in two-addend form, x = a + c in a ring: for each lane one party A knows c and both
 * others know a. Replicated shares are in this form already ({@link #of}): c = x_A + x_(A-1), a =
 * x_(A+1).
 *
 * <p>{@code mine} holds c in the lanes where this party is A, and a in the others.
 */
public final class SplitShares {
  private final Ring ring;
  private final RoleTurns turns;
  private final long[] mine;

  SplitShares(Ring ring, RoleTurns turns, long[] mine) {
    this.ring = ring;
    this.turns = turns;
    this.mine = mine;
  }

  /** Reads replicated shares in two-addend form; local. */
  static SplitShares of(RingShares shares, int self, RoleTurns turns) {
    long[] mine = new long[shares.size()];
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, self);
      for (int i = turns.from(s); i < turns.to(s); i++) {
        mine[i] =
            switch (role) {
              case 0 -> shares.ring().of(shares.own()[i] + shares.previous()[i]);
              case 1 -> shares.own()[i];
              default -> shares.previous()[i];
            };
      }
    }
    return new SplitShares(shares.ring(), turns, mine);
  }

  /** The ring. */
  public Ring ring() {
    return ring;
  }

  /** How many values. */
  public int size() {
    return mine.length;
  }

  RoleTurns turns() {
    return turns;
  }

  long[] mine() {
    return mine;
  }

  /** a - c in place of a + c: A negates c. */
  SplitShares withNegatedC(int self) {
    long[] negated = mine.clone();
    for (int s = 0; s < turns.segments(); s++) {
      for (int i = turns.from(s); i < turns.to(s) && turns.role(s, self) == 0; i++) {
        negated[i] = ring.of(-negated[i]);
      }
    }
    return new SplitShares(ring, turns, negated);
  }

  /** One bit of this party's addend of each value, packed. */
  long[] slice(int bit) {
    long[] bits = PackedBits.zeros(mine.length);
    for (int i = 0; i < mine.length; i++) {
      bits[i >>> 6] |= (mine[i] >>> bit & 1) << i;
    }
    return bits;
  }

  /** x + a public constant: A adds it to c. */
  SplitShares plus(long constant, int self) {
    long[] moved = mine.clone();
    for (int s = 0; s < turns.segments(); s++) {
      for (int i = turns.from(s); i < turns.to(s) && turns.role(s, self) == 0; i++) {
        moved[i] = ring.of(moved[i] + constant);
      }
    }
    return new SplitShares(ring, turns, moved);
  }
}
