package org.sotto.mpc;

import org.sotto.mpc.lowround.Slices;

/**
 * One referee's step in one round: it learns outputs, each xored with a mask that holder and helper
 * draw, or bare where the referee is to learn it. The messages of one round are written, exchanged
 * and read by the caller, all steps in one order at all parties.
 */
interface RefereeStep {
  /** Appends this party's message, or says what it is owed. */
  void write(Round round);

  /** At the referee takes the messages; elsewhere nothing. */
  void read(Round round);

  /** After {@link #read}: masked outputs at the referee, masks elsewhere. */
  Slices outputs();
}
