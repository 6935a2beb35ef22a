package org.sotto.mpc;

import org.jspecify.annotations.Nullable;

/**
 * Bits as elements 0 and 1 of a ring, replicated: in one round with 4 elements a bit in all ({@link
 * InjectionStep}), or in two rounds with 3 ({@link CrossProduct}).
 *
 * <p>Semi-honest, one corrupted party; every message is uniform to its receiver.
 */
public final class Injection {
  private final ThreeParty mpc;

  /** Injections of one run. */
  public Injection(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /** Replicated bits, in two rounds; one element a bit and party. */
  public RingShares of(BitShares bits, Ring ring) {
    return inTwoRounds(SplitBits.of(bits, mpc.self(), mpc.nextTurns(bits.size())), ring, null);
  }

  /** Bits in split form, in one round. */
  public RingShares of(SplitBits bits, Ring ring) {
    return inOneRound(bits, ring, null);
  }

  /**
   * As it suits a strategy: in two rounds where bits count, else in one.
   *
   * @param beside elements that are shared in the first of these rounds
   */
  RingShares of(SplitBits bits, Ring ring, Strategy strategy, @Nullable HolderInput beside) {
    return strategy.savesBits() ? inTwoRounds(bits, ring, beside) : inOneRound(bits, ring, beside);
  }

  private RingShares inOneRound(SplitBits bits, Ring ring, @Nullable HolderInput beside) {
    InjectionStep step = new InjectionStep(mpc, bits, ring);
    Round round = mpc.round();
    step.write(round);
    if (beside != null) {
      beside.write(round);
    }
    round.exchange();
    RingShares shares = step.read(round);
    if (beside != null) {
      beside.read(round);
    }
    return shares;
  }

  /** v + u (1 - 2 v). */
  private RingShares inTwoRounds(SplitBits bits, Ring ring, @Nullable HolderInput beside) {
    RoleTurns turns = bits.turns();
    int n = bits.size();
    long[] factor = new long[n];
    long[] added = new long[n];
    for (int s = 0; s < turns.segments(); s++) {
      boolean holder = turns.role(s, mpc.self()) == 0;
      for (int i = turns.from(s); i < turns.to(s); i++) {
        long part = bits.part(i);
        factor[i] = holder ? part : 1 - 2 * part;
        added[i] = holder ? 0 : part;
      }
    }
    CrossProduct product = new CrossProduct(mpc, turns, ring);
    Round round = mpc.round();
    product.write(round, factor);
    if (beside != null) {
      beside.write(round);
    }
    round.exchange();
    product.read(round);
    if (beside != null) {
      beside.read(round);
    }
    return product.finish(factor, added);
  }
}
