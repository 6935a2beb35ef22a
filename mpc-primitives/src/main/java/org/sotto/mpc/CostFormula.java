package org.sotto.mpc;

import org.sotto.mpc.MessagePlan.Exchange;
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

  /** {@link ThreeParty#setUp}: commitments, seeds of the others, openings. */
  static CostFormula setUp() {
    return (plan, n) -> {
      plan.ring(8L * 32);
      Exchange answers = new Exchange();
      for (int party = 0; party < 3; party++) {
        answers.send(party, (party + 2) % 3, 8L * AesCtr.KEY_BYTES);
      }
      plan.add(answers);
      plan.ring(8L * AesCtr.KEY_BYTES);
    };
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
    return (plan, n) ->
        plan.add(new Exchange().send(owner, (owner + 2) % 3, (long) ring.bits() * n));
  }

  /** {@link Arithmetic#openTo}. */
  static CostFormula openTo(Ring ring, int receiver) {
    return (plan, n) ->
        plan.add(new Exchange().send((receiver + 2) % 3, receiver, (long) ring.bits() * n));
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

  /** {@link Lift#full(RingShares, Ring, Strategy)}. */
  static CostFormula lift(Ring to, Strategy strategy) {
    return (plan, n) -> liftFull(plan, plan.nextTurns(n), to.bits() - 16, to, strategy);
  }

  /** {@link Lift#full(SplitShares, Ring, Strategy)} of replicated values read as split ones. */
  static CostFormula liftSplit(Ring to, Strategy strategy) {
    return (plan, n) -> liftFull(plan, plan.nextTurns(n), to.bits(), to, strategy);
  }

  /** {@link Comparison#openLessThan} and {@link Comparison#openMsb(RingShares)}. */
  static CostFormula openLessThan(Ring ring, Strategy strategy) {
    return (plan, n) -> new CarryCost(plan, strategy).openReplicated(n, ring.bits());
  }

  /** {@link Comparison#openMsb(SplitShares)} of replicated values read as split ones. */
  static CostFormula openMsb(Ring ring, Strategy strategy) {
    return (plan, n) -> new CarryCost(plan, strategy).open(plan.nextTurns(n), ring.bits());
  }

  /** {@link Comparison#msb} of replicated values, and {@link Comparison#lessThan}. */
  static CostFormula msb(Ring ring, Strategy strategy) {
    return (plan, n) -> new CarryCost(plan, strategy).replicated(plan.nextTurns(n), ring.bits());
  }

  /** {@link Comparison#splitMsb} of replicated values, and {@link Comparison#splitLessThan}. */
  static CostFormula splitLessThan(Ring ring, Strategy strategy) {
    return (plan, n) -> new CarryCost(plan, strategy).split(plan.nextTurns(n), ring.bits());
  }

  /** {@link Comparison#ringLessThan}. */
  static CostFormula ringLessThan(Ring ring, Strategy strategy) {
    return (plan, n) -> {
      RoleTurns holders = new CarryCost(plan, strategy).split(plan.nextTurns(n), ring.bits());
      inject(plan, holders, ring.bits(), strategy, new Exchange());
    };
  }

  /** {@link Injection#of(BitShares, Ring)}. */
  static CostFormula inject(Ring ring) {
    return (plan, n) ->
        inject(plan, plan.nextTurns(n), ring.bits(), Strategy.RIPPLE, new Exchange());
  }

  /** {@link Injection#of(SplitBits, Ring)} of replicated bits read as split ones. */
  static CostFormula injectSplit(Ring ring) {
    return (plan, n) ->
        inject(plan, plan.nextTurns(n), ring.bits(), Strategy.CHAIN, new Exchange());
  }

  /** {@link Selection#times} of so many columns, by replicated bits read as split ones. */
  static CostFormula select(Ring ring, int columns) {
    return (plan, n) -> select(plan, plan.nextTurns(n), ring, columns);
  }

  /** A selects for B and C, which swap what is left. */
  static void select(MessagePlan plan, RoleTurns holders, Ring ring, int columns) {
    long fromA = (1L + columns) * ring.bits();
    long swapped = (long) columns * ring.bits();
    plan.add(
        new Exchange()
            .roles(holders, 0, 1, fromA)
            .roles(holders, 0, 2, fromA)
            .roles(holders, 1, 2, swapped)
            .roles(holders, 2, 1, swapped));
  }

  /**
   * {@link Minimum#tournament} of n groups.
   *
   * @param ring of what is compared and selected
   * @param size of a group
   * @param columns that are selected
   * @param additive whether differences are additive, and so are split before their sign
   */
  static CostFormula tournament(
      Ring ring, int size, int columns, boolean additive, Strategy strategy) {
    return (plan, n) -> {
      for (int left = size; left > 1; left -= left / 2) {
        RoleTurns turns = plan.nextTurns(n * (left / 2));
        if (additive) {
          split(plan, turns, ring);
        }
        select(plan, new CarryCost(plan, strategy).split(turns, ring.bits()), ring, columns);
      }
    };
  }

  /** {@link Minimum#roundRobin} of n groups; arguments as of {@link #tournament}. */
  static CostFormula roundRobin(
      Ring ring, int size, int columns, boolean additive, Strategy strategy) {
    return (plan, n) -> {
      if (size == 1) {
        return;
      }
      RoleTurns turns = plan.nextTurns(n * (size * (size - 1) / 2));
      if (additive) {
        split(plan, turns, ring);
      }
      new CarryCost(plan, strategy).replicated(turns, ring.bits());
      for (int left = size - 1; left > 1; left -= left / 2) {
        plan.ring((long) n * size * (left / 2));
      }
      inject(plan, plan.nextTurns(n * size), ring.bits(), strategy, new Exchange());
      plan.ring((long) ring.bits() * columns * n);
    };
  }

  /** {@link Equality#of}. */
  static CostFormula equality(Ring ring) {
    return (plan, n) -> equality(plan, n, ring, 1);
  }

  /** {@link Equality#open}. */
  static CostFormula openEquality(Ring ring) {
    return (plan, n) -> equality(plan, n, ring, 0);
  }

  private static void equality(MessagePlan plan, int n, Ring ring, int lastAlone) {
    if (n == 0) {
      return; // Nor do the parties take a turn.
    }
    plan.add(new Exchange().roles(plan.nextTurns(n), 0, 2, ring.bits()));
    int left = ring.bits();
    for (; left > 2 - lastAlone; left -= left / 2) {
      plan.ring((long) n * (left / 2));
    }
    if (lastAlone == 0) {
      plan.add(left == 2 ? new Exchange().toBoth(n) : new Exchange().ring(n));
    }
  }

  /**
   * n distances evaluated from local dot products and compared, each with another distance, the bit
   * opened: {@code iris.IrisProtocol.evalLessThan}.
   */
  static CostFormula evalLessThan(Strategy strategy) {
    return (plan, n) -> {
      evalDistance(plan, n);
      openMsbOfAdditive(plan, n, Ring.Z30, strategy);
    };
  }

  /** The same of the least of so many distances for each of n candidates. */
  static CostFormula minRotation(int rotations, Strategy strategy) {
    return (plan, n) -> {
      evalDistance(plan, n * rotations);
      tournament(Ring.Z30, rotations, 2, true, strategy).addTo(plan, n);
      openMsbOfAdditive(plan, n, Ring.Z30, strategy);
    };
  }

  private static void evalDistance(MessagePlan plan, int n) {
    RoleTurns turns = plan.nextTurns(2 * n);
    split(plan, turns, Ring.Z16);
    liftBounded(plan, turns, Ring.Z30);
  }

  private static void openMsbOfAdditive(MessagePlan plan, int n, Ring ring, Strategy strategy) {
    if (strategy == Strategy.ONE_ROUND) {
      plan.ring((long) ring.bits() * n);
      new CarryCost(plan, strategy).openReplicated(n, ring.bits());
    } else {
      RoleTurns turns = plan.nextTurns(n);
      split(plan, turns, ring);
      new CarryCost(plan, strategy).open(turns, ring.bits());
    }
  }

  private static void split(MessagePlan plan, RoleTurns turns, Ring ring) {
    plan.add(new Exchange().roles(turns, 1, 2, ring.bits()).roles(turns, 2, 0, ring.bits()));
  }

  private static void liftBounded(MessagePlan plan, RoleTurns turns, Ring to) {
    plan.add(new Exchange().roles(turns, 0, 2, 2L * to.bits() - 16));
    plan.add(swap(turns, to.bits() - 16));
  }

  /** The carry, then its injection beside so many bits from A. */
  private static void liftFull(
      MessagePlan plan, RoleTurns turns, int bitsOfA, Ring to, Strategy strategy) {
    if (turns.lanes() == 0) {
      return;
    }
    RoleTurns holders = new CarryCost(plan, strategy).carry(turns, 16);
    inject(plan, holders, to.bits() - 16, strategy, new Exchange().roles(turns, 0, 2, bitsOfA));
  }

  /**
   * In two rounds where the strategy saves bits, else in one; what is beside goes with the first.
   */
  private static void inject(
      MessagePlan plan, RoleTurns holders, int bits, Strategy strategy, Exchange beside) {
    if (strategy.savesBits()) {
      plan.add(beside.roles(holders, 0, 2, bits));
      plan.add(swap(holders, bits));
    } else {
      plan.add(
          beside
              .roles(holders, 0, 2, bits)
              .roles(holders, 0, 1, bits)
              .roles(holders, 1, 2, bits)
              .roles(holders, 2, 1, bits));
    }
  }

  /** B and C swap so many bits a lane. */
  private static Exchange swap(RoleTurns turns, int bits) {
    return new Exchange().roles(turns, 1, 2, bits).roles(turns, 2, 1, bits);
  }
}
