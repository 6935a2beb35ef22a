package org.sotto.bench.cost;

import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.CostLedger;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/**
 * One operation, run by three parties on seeded inputs and checked against the plaintext. The
 * result of an operation that stays shared is opened after its cost was taken.
 */
public final class OperationRun {
  /**
   * What one party reports.
   *
   * @param ledger its costs, key exchange included
   * @param nanos that it took, key exchange included, by the clock of the run
   * @param correct whether its answer is the plaintext's
   */
  public record Outcome(CostLedger ledger, long nanos, boolean correct) {}

  private final AdderChoice choice;
  private final int n;
  private final OperationInputs inputs;

  /**
   * @param n how many values
   * @param seed of the inputs, which are others in each run of this
   */
  public OperationRun(AdderChoice choice, int n, long seed) {
    this.choice = choice;
    this.n = n;
    this.inputs = new OperationInputs(seed);
  }

  /**
   * Runs between three parties; the outcomes are in their order.
   *
   * @param options of the session
   * @param clock nanoseconds of any origin, read on the parties' threads
   * @throws IllegalArgumentException if there is no such operation with the adder
   */
  public List<Outcome> run(
      Operation operation, SessionOptions options, Parties parties, LongSupplier clock) {
    Side side = side(operation);
    return parties.run(
        operation.label(),
        options.withParameter("n", "" + n).withParameter("adder", choice.name()),
        session -> party(session, side, clock));
  }

  private Outcome party(Session session, Side side, LongSupplier clock) {
    long begin = clock.getAsLong();
    try (ThreeParty mpc = choice.setUp(session)) {
      CostLedger[] taken = new CostLedger[1];
      long[] end = new long[1];
      Runnable measured =
          () -> {
            if (taken[0] == null) {
              end[0] = clock.getAsLong();
              taken[0] = session.costs();
            }
          };
      boolean correct = side.run(mpc, measured);
      measured.run();
      return new Outcome(taken[0], end[0] - begin, correct);
    }
  }

  private Side side(Operation operation) {
    IrisSides iris = new IrisSides(choice, n, inputs);
    Optional<Strategy> strategy = choice.strategy();
    if (operation == Operation.EVAL_LESS_THAN) {
      return iris.evalLessThan();
    }
    if (strategy.isEmpty()) {
      if (operation != Operation.LESS_THAN) {
        throw new IllegalArgumentException(
            "--adder parity: expected the operation eval-less-than or less-than, got "
                + operation.label());
      }
      return iris.parityLessThan();
    }
    return operation == Operation.MIN_ROTATION
        ? iris.minRotation(strategy.get())
        : new ValueSides(strategy.get(), n, inputs).side(operation);
  }
}
