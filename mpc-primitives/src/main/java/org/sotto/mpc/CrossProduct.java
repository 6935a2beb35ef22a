package org.sotto.mpc;

/**
 * t * s + e for t that A knows and s, e that B and C know, as replicated shares in a ring. First
 * round: t = t_A + t_C, where t_A is drawn by A and B, and A sends t_C to C. Second round: B sends
 * t_A s + e - r_A to C and C sends t_C s - r_C to B, with r_A drawn by A and B and r_C by C and A;
 * their sum is component B, and r_A, r_C are the components of A and C.
 *
 * <p>What C receives first is masked by t_A, which C cannot draw; then by r_A, likewise; what B
 * receives is masked by r_C, which B cannot draw; A receives nothing. So every message is uniform
 * to its receiver, and the components that each party ends with are uniform given its view. 3
 * elements a value in all.
 */
final class CrossProduct {
  private static final int FACTOR = 8;
  private static final int MASK = 16;

  private final ThreeParty mpc;
  private final RoleTurns turns;
  private final Ring ring;
  private final long step;
  private final long[] factorShare;

  CrossProduct(ThreeParty mpc, RoleTurns turns, Ring ring) {
    this.mpc = mpc;
    this.turns = turns;
    this.ring = ring;
    this.step = mpc.nextStep("cross product", ring.bits(), turns.lanes());
    this.factorShare = new long[turns.lanes()];
  }

  /**
   * First round: A's message to C, or what C is owed. {@code mine} holds t in the lanes where this
   * party is A.
   */
  void write(Round round, long[] mine) {
    for (int s = 0; s < turns.segments(); s++) {
      int from = turns.from(s);
      int to = turns.to(s);
      switch (turns.role(s, mpc.self())) {
        case 0 -> {
          mpc.drawWithNext(step, FACTOR + s, ring, factorShare, from, to);
          for (int i = from; i < to; i++) {
            factorShare[i] = ring.of(mine[i] - factorShare[i]);
          }
          round.toPrevious().ring(ring.bits(), factorShare, from, to);
        }
        case 1 -> mpc.drawWithPrevious(step, FACTOR + s, ring, factorShare, from, to);
        default -> round.expect(turns.a(s), (long) ring.bits() * (to - from));
      }
    }
  }

  void read(Round round) {
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 2) {
        round.fromNext().ring(ring.bits(), factorShare, turns.from(s), turns.to(s));
      }
    }
  }

  /**
   * Second round.
   *
   * @param mine s in the lanes where this party is B or C
   * @param added e in the lanes where this party is B
   */
  RingShares finish(long[] mine, long[] added) {
    int n = turns.lanes();
    long[] own = new long[n];
    long[] previous = new long[n];
    long[] masked = new long[n];
    Round round = mpc.round();
    for (int s = 0; s < turns.segments(); s++) {
      int from = turns.from(s);
      int to = turns.to(s);
      switch (turns.role(s, mpc.self())) {
        case 0 -> {
          mpc.drawWithNext(step, MASK + s, ring, own, from, to);
          mpc.drawWithPrevious(step, MASK + s, ring, previous, from, to);
        }
        case 1 -> {
          mpc.drawWithPrevious(step, MASK + s, ring, previous, from, to);
          for (int i = from; i < to; i++) {
            masked[i] = ring.of(factorShare[i] * mine[i] + added[i] - previous[i]);
          }
          round.toNext().ring(ring.bits(), masked, from, to);
        }
        default -> {
          mpc.drawWithNext(step, MASK + s, ring, own, from, to);
          for (int i = from; i < to; i++) {
            masked[i] = ring.of(factorShare[i] * mine[i] - own[i]);
          }
          round.toPrevious().ring(ring.bits(), masked, from, to);
        }
      }
    }
    int self = mpc.self();
    round.exchange(
        (long) ring.bits() * turns.lanesOf(1, self), (long) ring.bits() * turns.lanesOf(2, self));
    long[] got = new long[n];
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, self);
      if (role == 1) {
        round.fromNext().ring(ring.bits(), got, turns.from(s), turns.to(s));
        sum(own, masked, got, s);
      } else if (role == 2) {
        round.fromPrevious().ring(ring.bits(), got, turns.from(s), turns.to(s));
        sum(previous, masked, got, s);
      }
    }
    return new RingShares(ring, own, previous);
  }

  private void sum(long[] target, long[] masked, long[] got, int s) {
    for (int i = turns.from(s); i < turns.to(s); i++) {
      target[i] = ring.of(masked[i] + got[i]);
    }
  }
}
