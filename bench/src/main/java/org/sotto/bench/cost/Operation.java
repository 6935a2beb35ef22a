package org.sotto.bench.cost;

import java.util.Locale;
import java.util.Optional;
import org.sotto.mpc.Adder;
import org.sotto.mpc.CostFormula;
import org.sotto.mpc.Ring;

/** The operations whose cost can be measured. */
public enum Operation {
  /** n distances from shares of templates, each compared with a shared threshold, bits opened. */
  EVAL_LESS_THAN,
  /** n comparisons of signed 32-bit values, bits opened. */
  LESS_THAN,
  /** n most significant bits of 32-bit values, as replicated bits. */
  MSB,
  /** n values of 16 bits to 32 bits, over their whole range. */
  LIFT,
  /** n products of 32-bit values. */
  MULTIPLY,
  /** n ANDs. */
  AND,
  /** n 32-bit values opened to all. */
  OPEN;

  /** The name on the command line: {@code eval-less-than}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException listing the names there are
   */
  public static Operation of(String label) {
    for (Operation operation : values()) {
      if (operation.label().equals(label)) {
        return operation;
      }
    }
    throw new IllegalArgumentException(
        "operation: expected one of "
            + java.util.Arrays.stream(values()).map(Operation::label).toList()
            + ", got "
            + label);
  }

  /** What a party should send, key exchange included; empty for the pull request's protocol. */
  public Optional<CostFormula> formula(AdderChoice choice) {
    return choice.adder().map(adder -> CostFormula.setUp().then(formula(adder)));
  }

  private CostFormula formula(Adder adder) {
    return switch (this) {
      case EVAL_LESS_THAN -> CostFormula.evalLessThan(adder);
      case LESS_THAN -> CostFormula.openLessThan(Ring.Z32, adder);
      case MSB -> CostFormula.msb(Ring.Z32, adder);
      case LIFT -> CostFormula.lift(Ring.Z32, adder);
      case MULTIPLY, OPEN -> CostFormula.ringElement(Ring.Z32);
      case AND -> CostFormula.bit();
    };
  }
}
