package org.sotto.mpc;

import org.sotto.mpc.bits.PackedBits;

/**
 * n bits in split form, x = u ^ v: for each lane one party, the holder, knows u and both others
 * know v. The form that injects and selects in one round. Replicated bits are in this form already
 * ({@link #of}).
 *
 * <p>{@code mine} holds u in the lanes where this party is the holder, and v in the others, packed;
 * bits behind the last are zero.
 */
public final class SplitBits {
  private final RoleTurns turns;
  private final long[] mine;

  SplitBits(RoleTurns turns, long[] mine) {
    this.turns = turns;
    this.mine = mine;
  }

  /** Reads replicated bits in split form; local. */
  static SplitBits of(BitShares shares, int self, RoleTurns turns) {
    long[] mine = PackedBits.zeros(shares.size());
    for (int s = 0; s < turns.segments(); s++) {
      int from = turns.from(s);
      int count = turns.size(s);
      switch (turns.role(s, self)) {
        case 0 -> {
          PackedBits.copy(shares.own(), from, mine, from, count);
          PackedBits.xorRun(mine, shares.previous(), from, count);
        }
        case 1 -> PackedBits.copy(shares.own(), from, mine, from, count);
        default -> PackedBits.copy(shares.previous(), from, mine, from, count);
      }
    }
    return new SplitBits(turns, mine);
  }

  /** How many bits. */
  public int size() {
    return turns.lanes();
  }

  /** The holder is A. */
  RoleTurns turns() {
    return turns;
  }

  long[] mine() {
    return mine;
  }

  /** This party's part of one bit. */
  long part(int lane) {
    return PackedBits.get(mine, lane) ? 1 : 0;
  }
}
