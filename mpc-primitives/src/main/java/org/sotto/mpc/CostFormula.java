package org.sotto.mpc;

import org.sotto.mpc.prg.AesCtr;

/**
 * The cost of an operation as code: which messages of how many bits it sends for a batch of n. Bare
 * elements, without frame headers. Formulas follow the descriptions of the protocols, not their
 * code, and tests assert that the ledger measured exactly this.
 */
@FunctionalInterface
public interface CostFormula {
  /** Adds the operation's messages for n values to a plan. */
  void addTo(MessagePlan plan, int n);

  /** The plan of this operation alone. */
  default MessagePlan plan(int n) {
    MessagePlan plan = new MessagePlan();
    addTo(plan, n);
    return plan;
  }

  /** This operation, then another of as many values. */
  default CostFormula then(CostFormula next) {
    return (plan, n) -> {
      addTo(plan, n);
      next.addTo(plan, n);
    };
  }

  /** The exchange of keys: {@value AesCtr#KEY_BYTES} bytes to the next party. */
  static CostFormula setUp() {
    return (plan, n) -> plan.ring(8L * AesCtr.KEY_BYTES);
  }

  /** An operation without messages. */
  static CostFormula local() {
    return (plan, n) -> {};
  }

  /**
   * {@link Arithmetic#multiply}, {@link Arithmetic#dot} with n results, {@link Arithmetic#reshare}
   * and {@link Arithmetic#open}.
   */
  static CostFormula ringElement(Ring ring) {
    return (plan, n) -> plan.ring((long) ring.bits() * n);
  }

  /** {@link Arithmetic#input}. */
  static CostFormula input(Ring ring, int owner) {
    return (plan, n) -> {
      long[] toPrevious = new long[3];
      toPrevious[owner] = (long) ring.bits() * n;
      plan.round(new long[3], toPrevious);
    };
  }

  /** {@link Arithmetic#openTo}. */
  static CostFormula openTo(Ring ring, int receiver) {
    return (plan, n) -> {
      long[] toNext = new long[3];
      toNext[(receiver + 2) % 3] = (long) ring.bits() * n;
      plan.round(toNext, new long[3]);
    };
  }

  /** {@link Arithmetic#split} of additive values. */
  static CostFormula split(Ring ring) {
    return (plan, n) -> split(plan, plan.nextTurns(n), ring);
  }

  /** {@link Binary#and} and {@link Binary#open}. */
  static CostFormula bit() {
    return (plan, n) -> plan.ring(n);
  }

  /** {@link Lift#bounded} of replicated values. */
  static CostFormula liftBounded(Ring to) {
    return (plan, n) -> liftBounded(plan, plan.nextTurns(n), to);
  }

  /** {@link Lift#full} of replicated values: both addends' inputs, adder, cross product. */
  static CostFormula lift(Ring to, Adder adder) {
    return (plan, n) -> liftFull(plan, plan.nextTurns(n), to, adder);
  }

  /** {@link Comparison#openLessThan}. */
  static CostFormula openLessThan(Ring ring, Adder adder) {
    return (plan, n) -> openMsb(plan, plan.nextTurns(n), ring, adder);
  }

  /** {@link Comparison#msb} of replicated values. */
  static CostFormula msb(Ring ring, Adder adder) {
    return (plan, n) -> {
      RoleTurns turns = plan.nextTurns(n);
      addendBits(plan, turns, ring.bits());
      for (int ands : adder.andsPerRound(ring.bits() - 1)) {
        plan.ring((long) ands * n);
      }
    };
  }

  /** {@link Lift#inject}. */
  static CostFormula inject(Ring ring) {
    return (plan, n) -> {
      RoleTurns turns = plan.nextTurns(n);
      addendBits(plan, turns, ring.bits());
      crossProduct(plan, turns, ring.bits());
    };
  }

  /**
   * n distances evaluated from local dot products and compared, each with another distance, the bit
   * opened: {@code iris.IrisProtocol.evalLessThan}.
   */
  static CostFormula evalLessThan(Adder adder) {
    return (plan, n) -> {
      RoleTurns turns = plan.nextTurns(2 * n);
      split(plan, turns, Ring.Z16);
      liftBounded(plan, turns, Ring.Z30);
      RoleTurns crossed = plan.nextTurns(n);
      split(plan, crossed, Ring.Z30);
      openMsb(plan, crossed, Ring.Z30, adder);
    };
  }

  private static void split(MessagePlan plan, RoleTurns turns, Ring ring) {
    long[] toNext = new long[3];
    for (int party = 0; party < 3; party++) {
      toNext[party] = (long) ring.bits() * (turns.lanesOf(1, party) + turns.lanesOf(2, party));
    }
    plan.round(toNext, new long[3]);
  }

  private static void liftBounded(MessagePlan plan, RoleTurns turns, Ring to) {
    addendBits(plan, turns, 2 * to.bits() - 16);
    crossProduct(plan, turns, to.bits() - 16);
  }

  private static void liftFull(MessagePlan plan, RoleTurns turns, Ring to, Adder adder) {
    addendBits(plan, turns, to.bits() + 16);
    for (int ands : adder.andsPerRound(16)) {
      plan.ring((long) ands * turns.lanes());
    }
    addendBits(plan, turns, to.bits() - 16);
    crossProduct(plan, turns, to.bits() - 16);
  }

  private static void openMsb(MessagePlan plan, RoleTurns turns, Ring ring, Adder adder) {
    addendBits(plan, turns, ring.bits() - 1);
    int[] layers = adder.andsPerRound(ring.bits() - 1);
    for (int i = 0; i < layers.length - 1; i++) {
      plan.ring((long) layers[i] * turns.lanes());
    }
    long[] opened = {turns.lanes(), turns.lanes(), turns.lanes()};
    plan.round(opened, opened);
  }

  /** A sends so many bits a lane to C. */
  private static void addendBits(MessagePlan plan, RoleTurns turns, int bits) {
    long[] toPrevious = new long[3];
    for (int party = 0; party < 3; party++) {
      toPrevious[party] = (long) bits * turns.lanesOf(0, party);
    }
    plan.round(new long[3], toPrevious);
  }

  /** B and C swap so many bits a lane. */
  private static void crossProduct(MessagePlan plan, RoleTurns turns, int bits) {
    long[] toNext = new long[3];
    long[] toPrevious = new long[3];
    for (int party = 0; party < 3; party++) {
      toNext[party] = (long) bits * turns.lanesOf(1, party);
      toPrevious[party] = (long) bits * turns.lanesOf(2, party);
    }
    plan.round(toNext, toPrevious);
  }
}
