package org.sotto.bench.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sotto.mpc.CostFormula;
import org.sotto.mpc.Ring;
import org.sotto.mpc.Strategy;

/** The operations whose cost can be measured. Values are of 32 bits where nothing else is said. */
public enum Operation {
  /** n distances from shares of templates, each compared with a shared threshold, bits opened. */
  EVAL_LESS_THAN,
  /** n times the least of {@value #ROTATIONS} distances, compared likewise. */
  MIN_ROTATION,
  /** n comparisons of signed values, bits opened. */
  LESS_THAN,
  /** n comparisons, results as replicated bits. */
  LESS_THAN_BITS,
  /** n comparisons, results as shares of 0 and 1 in the values' ring. */
  LESS_THAN_RING,
  /** n most significant bits, as replicated bits. */
  MSB,
  /** n equalities, bits opened. */
  EQUAL,
  /** n times the least of {@value #GROUP} values, by a tournament. */
  MIN,
  /** n times the least of {@value #GROUP} values, each against each other at once. */
  MIN_ROUND_ROBIN,
  /** n choices between two values by a shared bit. */
  SELECT,
  /** n shared bits as 0 and 1 of a ring. */
  INJECT,
  /** n values of 16 bits to 32 bits, over their whole range. */
  LIFT,
  /** n values of 16 bits below 2^14 in magnitude to 32 bits. */
  LIFT_BOUNDED,
  /** n products. */
  MULTIPLY,
  /** n dot products of {@value #LENGTH} values each. */
  DOT,
  /** n ANDs. */
  AND,
  /** n values of one party shared. */
  INPUT,
  /** n values opened to all. */
  OPEN;

  /** Distances of a candidate in {@link #MIN_ROTATION}. */
  static final int ROTATIONS = 11;

  /** Values of a group in {@link #MIN}. */
  static final int GROUP = 8;

  /** Values of a dot product. */
  static final int LENGTH = 16;

  /** The name on the command line: {@code eval-less-than}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All names. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Operation::label).toList();
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names there are
   */
  public static Operation of(String label) {
    return Arrays.stream(values())
        .filter(operation -> operation.label().equals(label))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "operation: expected one of " + labels() + ", got " + label));
  }

  /** What a party should send, key exchange included; empty for the pull request's protocol. */
  public Optional<CostFormula> formula(AdderChoice choice) {
    return choice.strategy().map(strategy -> CostFormula.setUp().then(formula(strategy)));
  }

  /** What a party should send by a strategy. */
  public CostFormula formula(Strategy strategy) {
    Ring ring = Ring.Z32;
    return switch (this) {
      case EVAL_LESS_THAN -> CostFormula.evalLessThan(strategy);
      case MIN_ROTATION -> CostFormula.minRotation(ROTATIONS, strategy);
      case LESS_THAN -> CostFormula.openLessThan(ring, strategy);
      case LESS_THAN_BITS, MSB -> CostFormula.msb(ring, strategy);
      case LESS_THAN_RING -> CostFormula.ringLessThan(ring, strategy);
      case EQUAL -> CostFormula.openEquality(ring);
      case MIN -> CostFormula.tournament(ring, GROUP, 1, false, strategy);
      case MIN_ROUND_ROBIN -> CostFormula.roundRobin(ring, GROUP, 1, false, strategy);
      case SELECT -> CostFormula.select(ring, 1);
      case INJECT -> CostFormula.inject(ring);
      case LIFT -> CostFormula.lift(ring, strategy);
      case LIFT_BOUNDED -> CostFormula.liftBounded(ring);
      case MULTIPLY, DOT, OPEN -> CostFormula.ringElement(ring);
      case AND -> CostFormula.bit();
      case INPUT -> CostFormula.input(ring, 0);
    };
  }
}
