package org.sotto.bench.cost;

import java.util.List;
import java.util.function.LongSupplier;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Adder;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Binary;
import org.sotto.mpc.BitShares;
import org.sotto.mpc.Comparison;
import org.sotto.mpc.Lift;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisProtocol;
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

  /** One party's side, on inputs dealt beforehand; {@code measured} takes the costs when called. */
  private interface Side {
    boolean run(ThreeParty mpc, Runnable measured);
  }

  private static final Ring RING = Ring.Z32;

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
    return switch (operation) {
      case EVAL_LESS_THAN -> evalLessThan();
      case LESS_THAN -> choice == AdderChoice.PARITY ? parityLessThan() : lessThan();
      case MSB -> msb();
      case LIFT -> lift();
      case MULTIPLY -> multiply();
      case AND -> and();
      case OPEN -> open();
    };
  }

  private Side evalLessThan() {
    OperationInputs.Templates templates = inputs.templates(n);
    long[] expected = PackedBits.zeros(n);
    for (int i = 0; i < n; i++) {
      IrisDistance distance =
          templates.query().plain().distance(templates.entries().get(i).plain());
      set(expected, i, distance.lessThan(IrisDistance.THRESHOLD));
    }
    BitVec answer = new BitVec(n, expected);
    return (mpc, measured) -> {
      int self = mpc.self();
      IrisProtocol iris = choice.iris(mpc);
      DistanceShares distances =
          iris.evalDistance(
              templates.query().shares().get(self).asQuery(self),
              templates.entries().stream().map(e -> e.shares().get(self)).toList());
      DistanceShares threshold =
          DistanceShares.constant(iris.ring(), self, IrisDistance.THRESHOLD, n);
      return iris.lessThan(distances, threshold).equals(answer);
    };
  }

  private Side lessThan() {
    long[] x = inputs.comparable(RING, n);
    long[] y = inputs.comparable(RING, n);
    RingShares[] sharedX = inputs.share(RING, x);
    RingShares[] sharedY = inputs.share(RING, y);
    long[] expected = PackedBits.zeros(n);
    for (int i = 0; i < n; i++) {
      set(expected, i, RING.signed(x[i]) < RING.signed(y[i]));
    }
    BitVec answer = new BitVec(n, expected);
    return (mpc, measured) ->
        new Comparison(mpc, sottoAdder())
            .openLessThan(sharedX[mpc.self()], sharedY[mpc.self()])
            .equals(answer);
  }

  private Side parityLessThan() {
    long[][] parts = new long[4][n];
    long[] expected = PackedBits.zeros(n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 4; j++) {
        long bits = inputs.elements(Ring.Z32, 1)[0];
        parts[j][i] = j % 2 == 0 ? bits % 12_800 - 6_400 : bits % 12_800;
      }
      set(expected, i, parts[2][i] * parts[1][i] - parts[0][i] * parts[3][i] < 0);
    }
    RingShares[][] shared = new RingShares[4][];
    for (int j = 0; j < 4; j++) {
      shared[j] = inputs.share(RING, parts[j]);
    }
    BitVec answer = new BitVec(n, expected);
    return (mpc, measured) -> {
      int self = mpc.self();
      return choice
          .iris(mpc)
          .lessThan(
              new DistanceShares(shared[0][self], shared[1][self]),
              new DistanceShares(shared[2][self], shared[3][self]))
          .equals(answer);
    };
  }

  private Side msb() {
    long[] x = inputs.elements(RING, n);
    RingShares[] shared = inputs.share(RING, x);
    long[] expected = PackedBits.zeros(n);
    for (int i = 0; i < n; i++) {
      set(expected, i, RING.msb(x[i]) != 0);
    }
    BitVec answer = new BitVec(n, expected);
    return (mpc, measured) -> {
      BitShares bits =
          new Comparison(mpc, sottoAdder()).msb(new Arithmetic(mpc).split(shared[mpc.self()]));
      measured.run();
      return new Binary(mpc).open(bits).equals(answer);
    };
  }

  private Side lift() {
    long[] x = inputs.elements(Ring.Z16, n);
    RingShares[] shared = inputs.share(Ring.Z16, x);
    return (mpc, measured) -> {
      Arithmetic arithmetic = new Arithmetic(mpc);
      RingShares lifted =
          new Lift(mpc).full(arithmetic.split(shared[mpc.self()]), RING, sottoAdder());
      measured.run();
      long[] opened = arithmetic.open(lifted);
      boolean right = true;
      for (int i = 0; i < n; i++) {
        right &= opened[i] == RING.of(Ring.Z16.signed(x[i]));
      }
      return right;
    };
  }

  private Side multiply() {
    long[] x = inputs.elements(RING, n);
    long[] y = inputs.elements(RING, n);
    RingShares[] sharedX = inputs.share(RING, x);
    RingShares[] sharedY = inputs.share(RING, y);
    return (mpc, measured) -> {
      Arithmetic arithmetic = new Arithmetic(mpc);
      RingShares product = arithmetic.multiply(sharedX[mpc.self()], sharedY[mpc.self()]);
      measured.run();
      long[] opened = arithmetic.open(product);
      boolean right = true;
      for (int i = 0; i < n; i++) {
        right &= opened[i] == RING.of(x[i] * y[i]);
      }
      return right;
    };
  }

  private Side and() {
    long[] x = inputs.bits(n);
    long[] y = inputs.bits(n);
    BitShares[] sharedX = inputs.shareBits(n, x);
    BitShares[] sharedY = inputs.shareBits(n, y);
    long[] expected = x.clone();
    for (int i = 0; i < expected.length; i++) {
      expected[i] &= y[i];
    }
    BitVec answer = new BitVec(n, expected);
    return (mpc, measured) -> {
      Binary binary = new Binary(mpc);
      BitShares product = binary.and(sharedX[mpc.self()], sharedY[mpc.self()]);
      measured.run();
      return binary.open(product).equals(answer);
    };
  }

  private Side open() {
    long[] x = inputs.elements(RING, n);
    RingShares[] shared = inputs.share(RING, x);
    return (mpc, measured) ->
        java.util.Arrays.equals(new Arithmetic(mpc).open(shared[mpc.self()]), x);
  }

  private Adder sottoAdder() {
    return choice
        .adder()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "adder parity: expected the operation eval-less-than or less-than"));
  }

  private static void set(long[] words, int i, boolean bit) {
    PackedBits.write(words, i, 1, bit ? 1 : 0);
  }
}
