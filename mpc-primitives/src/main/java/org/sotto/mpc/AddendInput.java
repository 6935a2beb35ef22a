package org.sotto.mpc;

/**
 * The value a + c of two known addends as replicated shares in a larger ring, each addend taken as
 * an unsigned number: c is A's input (component A a mask that A and B draw, component C = c - mask,
 * sent from A to C), component B is a, which B and C know.
 */
final class AddendInput {
  private static final int PURPOSE = 4;

  private final ThreeParty mpc;
  private final RoleTurns turns;
  private final RingShares shares;

  /**
   * @param constant added to c
   */
  AddendInput(ThreeParty mpc, SplitShares x, Ring to, long constant) {
    this.mpc = mpc;
    this.turns = x.turns();
    int n = x.size();
    this.shares = new RingShares(to, new long[n], new long[n]);
    long step = mpc.nextStep();
    for (int s = 0; s < turns.segments(); s++) {
      int from = turns.from(s);
      int end = turns.to(s);
      switch (turns.role(s, mpc.self())) {
        case 0 -> {
          mpc.drawWithNext(step, PURPOSE + s, to, shares.own(), from, end);
          for (int i = from; i < end; i++) {
            shares.previous()[i] = to.of(x.mine()[i] + constant - shares.own()[i]);
          }
        }
        case 1 -> {
          mpc.drawWithPrevious(step, PURPOSE + s, to, shares.previous(), from, end);
          System.arraycopy(x.mine(), from, shares.own(), from, end - from);
        }
        default -> System.arraycopy(x.mine(), from, shares.previous(), from, end - from);
      }
    }
  }

  void write(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        round
            .toPrevious()
            .ring(shares.ring().bits(), shares.previous(), turns.from(s), turns.to(s));
      }
    }
  }

  long owedFromNext() {
    return (long) shares.ring().bits() * turns.lanesOf(2, mpc.self());
  }

  void read(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 2) {
        round.fromNext().ring(shares.ring().bits(), shares.own(), turns.from(s), turns.to(s));
      }
    }
  }

  RingShares shares() {
    return shares;
  }
}
