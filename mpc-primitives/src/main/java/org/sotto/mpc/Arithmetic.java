package org.sotto.mpc;

/**
 * Replicated arithmetic in a ring: sharing, opening, products and dot products.
 *
 * <p>Construction: Araki, Furukawa, Lindell, Nof, Ohara, "High-Throughput Semi-Honest Secure
 * Three-Party Computation with an Honest Majority" (CCS 2016), sections 2.1 to 2.3. Semi-honest,
 * one corrupted party; every message is masked by a fresh share of zero and so uniform to its
 * receiver. Nothing leaks but what is opened.
 */
public final class Arithmetic {
  private final ThreeParty mpc;

  /** Operations of one run. */
  public Arithmetic(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /**
   * Shares values that one party has. 1 round; the owner sends one element a value, to the party
   * before it.
   *
   * @param owner the party that has the values, 0 to 2
   * @param values at the owner the values; elsewhere only the length counts
   */
  public RingShares input(Ring ring, int owner, long[] values) {
    int n = values.length;
    long step = mpc.nextStep("input of " + owner, ring.bits(), n);
    long[] own = new long[n];
    long[] previous = new long[n];
    Round round = mpc.round();
    switch (Math.floorMod(mpc.self() - owner, 3)) {
      case 0 -> {
        mpc.drawWithNext(step, 0, ring, own, 0, n);
        for (int i = 0; i < n; i++) {
          previous[i] = ring.of(values[i] - own[i]);
        }
        round.toPrevious().ring(ring.bits(), previous, 0, n);
        round.exchange(0, 0);
      }
      case 1 -> {
        mpc.drawWithPrevious(step, 0, ring, previous, 0, n);
        round.exchange(0, 0);
      }
      default -> {
        round.exchange((long) ring.bits() * n, 0);
        round.fromNext().ring(ring.bits(), own, 0, n);
      }
    }
    return new RingShares(ring, own, previous);
  }

  /** Opens to all. 1 round; one element a value and party. */
  public long[] open(RingShares x) {
    int bits = x.ring().bits();
    int n = x.size();
    mpc.enter("open", bits, n);
    Round round = mpc.round();
    round.toNext().ring(bits, x.previous(), 0, n);
    round.exchange(0, (long) bits * n);
    long[] opened = new long[n];
    round.fromPrevious().ring(bits, opened, 0, n);
    for (int i = 0; i < n; i++) {
      opened[i] = x.ring().of(opened[i] + x.own()[i] + x.previous()[i]);
    }
    return opened;
  }

  /**
   * Opens to one party. 1 round; only the party before it sends, one element a value.
   *
   * @return the values at the receiver, an empty array elsewhere
   */
  public long[] openTo(int receiver, RingShares x) {
    int bits = x.ring().bits();
    int n = x.size();
    Round round = mpc.round();
    boolean mine = mpc.self() == receiver;
    mpc.enter("open to " + receiver, bits, n);
    if ((mpc.self() + 1) % 3 == receiver) {
      round.toNext().ring(bits, x.previous(), 0, n);
    }
    round.exchange(0, mine ? (long) bits * n : 0);
    if (!mine) {
      return new long[0];
    }
    long[] opened = new long[n];
    round.fromPrevious().ring(bits, opened, 0, n);
    for (int i = 0; i < n; i++) {
      opened[i] = x.ring().of(opened[i] + x.own()[i] + x.previous()[i]);
    }
    return opened;
  }

  /** x * y, value by value. 1 round; one element a value and party. */
  public RingShares multiply(RingShares x, RingShares y) {
    return reshare(x.ring(), localProducts(x, y));
  }

  /**
   * n dot products of one length. 1 round; one element a result and party, whatever the length.
   *
   * @param x n times {@code length} values
   * @param y as many
   */
  public RingShares dot(RingShares x, RingShares y, int length) {
    if (length < 1 || x.size() % length != 0) {
      throw new IllegalArgumentException(
          "dot product: expected a multiple of " + length + " values, got " + x.size());
    }
    long[] products = localProducts(x, y);
    long[] sums = new long[x.size() / length];
    for (int i = 0; i < products.length; i++) {
      sums[i / length] += products[i];
    }
    return reshare(x.ring(), sums);
  }

  /**
   * This party's addends of x * y, for linear combinations before one {@link #reshare} or {@link
   * #split}: not masked, not to be sent as they are, not reduced.
   */
  public static long[] localProducts(RingShares x, RingShares y) {
    x.check(y);
    long[] z = new long[x.size()];
    for (int i = 0; i < z.length; i++) {
      z[i] = x.own()[i] * (y.own()[i] + y.previous()[i]) + x.previous()[i] * y.own()[i];
    }
    return z;
  }

  /**
   * Makes replicated shares of values that three parties hold in additive form, after any linear
   * combination: masks with a share of zero, then sends to the next party. 1 round; one element a
   * value and party.
   *
   * @param additive this party's addends; the array is overwritten
   */
  public RingShares reshare(Ring ring, long[] additive) {
    int n = additive.length;
    mpc.addZeroShares(mpc.nextStep("reshare", ring.bits(), n), ring, additive);
    Round round = mpc.round();
    round.toNext().ring(ring.bits(), additive, 0, n);
    round.exchange(0, (long) ring.bits() * n);
    long[] previous = new long[n];
    round.fromPrevious().ring(ring.bits(), previous, 0, n);
    return new RingShares(ring, additive, previous);
  }

  /**
   * Brings additive values to two-addend form: as {@link #reshare}, but A, who needs no third
   * component, is sent to and does not send. 1 round; two elements a value in all.
   *
   * @param additive this party's addends; the array is overwritten
   */
  public SplitShares split(Ring ring, long[] additive) {
    mpc.addZeroShares(mpc.nextStep("split", ring.bits(), additive.length), ring, additive);
    RoleTurns turns = mpc.nextTurns(additive.length);
    int self = mpc.self();
    Round round = mpc.round();
    long owed = 0;
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, self) != 0) {
        round.toNext().ring(ring.bits(), additive, turns.from(s), turns.to(s));
      }
      if (turns.role(s, self) != 1) {
        owed += (long) ring.bits() * (turns.to(s) - turns.from(s));
      }
    }
    round.exchange(0, owed);
    long[] got = new long[additive.length];
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, self) != 1) {
        round.fromPrevious().ring(ring.bits(), got, turns.from(s), turns.to(s));
      }
      for (int i = turns.from(s); i < turns.to(s); i++) {
        additive[i] =
            switch (turns.role(s, self)) {
              case 0 -> ring.of(additive[i] + got[i]);
              case 1 -> additive[i];
              default -> got[i];
            };
      }
    }
    return new SplitShares(ring, turns, additive);
  }

  /** Reads replicated values in two-addend form; local. */
  public SplitShares split(RingShares x) {
    return SplitShares.of(x, mpc.self(), mpc.nextTurns(x.size()));
  }
}
