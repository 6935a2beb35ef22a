package org.sotto.mpc;

import org.sotto.mpc.bits.PackedBits;

/**
 * The bits of the two addends of x = a + c on their way to replicated form, slice t being bit t of
 * all n lanes. Component A of c is a mask that A and B draw, component C is c ^ mask, sent from A
 * to C and uniform to C; component B of a is a itself, which B and C know. All other components are
 * zero.
 */
final class AddendBits {
  private final ThreeParty mpc;
  private final RoleTurns turns;
  private final int lanes;
  private final int width;
  private final long[] slices;
  private final BitShares c;
  private final BitShares a;

  AddendBits(ThreeParty mpc, SplitShares x, int width, long[] slices, long step) {
    this.mpc = mpc;
    this.turns = x.turns();
    this.lanes = x.size();
    this.width = width;
    this.slices = slices;
    this.c = BitShares.zeros(Math.multiplyExact(width, lanes));
    this.a = BitShares.zeros(width * lanes);
    for (int s = 0; s < turns.segments(); s++) {
      fillLocally(s, step);
    }
  }

  private void fillLocally(int s, long step) {
    int run = turns.to(s) - turns.from(s);
    switch (turns.role(s, mpc.self())) {
      case 0 -> {
        place(c.own(), s, mpc.drawBitsWithNext(step, s, (long) width * run));
        forEachSlice(s, (at, n) -> PackedBits.copy(slices, at, c.previous(), at, n));
        forEachSlice(s, (at, n) -> PackedBits.xorRun(c.previous(), c.own(), at, n));
      }
      case 1 -> {
        place(c.previous(), s, mpc.drawBitsWithPrevious(step, s, (long) width * run));
        forEachSlice(s, (at, n) -> PackedBits.copy(slices, at, a.own(), at, n));
      }
      default -> forEachSlice(s, (at, n) -> PackedBits.copy(slices, at, a.previous(), at, n));
    }
  }

  /** Appends what A sends to C, or says what C is owed. */
  void write(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        forEachSlice(s, (at, n) -> round.toPrevious().bits(c.previous(), at, n));
      } else if (turns.role(s, mpc.self()) == 2) {
        round.expect(turns.a(s), (long) width * turns.size(s));
      }
    }
  }

  /** Takes what C was sent. */
  void read(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 2) {
        forEachSlice(s, (at, n) -> round.fromNext().bits(c.own(), at, n));
      }
    }
  }

  /** Slices of c. */
  BitShares c() {
    return c;
  }

  /** Slices of a. */
  BitShares a() {
    return a;
  }

  private interface Run {
    void at(long bit, int count);
  }

  private void forEachSlice(int s, Run run) {
    for (int t = 0; t < width; t++) {
      run.at((long) t * lanes + turns.from(s), turns.to(s) - turns.from(s));
    }
  }

  private void place(long[] target, int s, long[] dense) {
    int run = turns.to(s) - turns.from(s);
    for (int t = 0; t < width; t++) {
      PackedBits.copy(dense, (long) t * run, target, (long) t * lanes + turns.from(s), run);
    }
  }
}
