package org.sotto.mpc;

/**
 * Elements that A knows as replicated shares: component A a mask that A and B draw, component C = t
 * - mask, sent from A to C and uniform to C; component B is zero, and B and C may add to it what
 * both know.
 */
final class HolderInput {
  private static final int PURPOSE = 4;

  private final ThreeParty mpc;
  private final RoleTurns turns;
  private final RingShares shares;

  /**
   * @param mine t in the lanes where this party is A
   */
  HolderInput(ThreeParty mpc, RoleTurns turns, Ring ring, long[] mine) {
    this.mpc = mpc;
    this.turns = turns;
    int n = turns.lanes();
    this.shares = new RingShares(ring, new long[n], new long[n]);
    long step = mpc.nextStep("holder's input", ring.bits(), n);
    for (int s = 0; s < turns.segments(); s++) {
      int from = turns.from(s);
      int end = turns.to(s);
      switch (turns.role(s, mpc.self())) {
        case 0 -> {
          mpc.drawWithNext(step, PURPOSE + s, ring, shares.own(), from, end);
          for (int i = from; i < end; i++) {
            shares.previous()[i] = ring.of(mine[i] - shares.own()[i]);
          }
        }
        case 1 -> mpc.drawWithPrevious(step, PURPOSE + s, ring, shares.previous(), from, end);
        default -> {}
      }
    }
  }

  /** Appends what A sends to C, or says what C is owed. */
  void write(Round round) {
    int bits = shares.ring().bits();
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        round.toPrevious().ring(bits, shares.previous(), turns.from(s), turns.to(s));
      } else if (turns.role(s, mpc.self()) == 2) {
        round.expect(turns.a(s), (long) bits * turns.size(s));
      }
    }
  }

  /** Takes what C was sent. */
  void read(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 2) {
        round.fromNext().ring(shares.ring().bits(), shares.own(), turns.from(s), turns.to(s));
      }
    }
  }

  /** Adds to component B what B and C know. */
  void add(long[] known) {
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, mpc.self());
      long[] component = role == 1 ? shares.own() : shares.previous();
      for (int i = turns.from(s); i < turns.to(s) && role != 0; i++) {
        component[i] = shares.ring().of(component[i] + known[i]);
      }
    }
  }

  RingShares shares() {
    return shares;
  }
}
