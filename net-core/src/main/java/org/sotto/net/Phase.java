package org.sotto.net;

/**
 * A named stretch of a session, for the ledger and for messages of errors. Phases nest and close in
 * the reverse order of their opening; use try-with-resources.
 */
public final class Phase implements AutoCloseable {
  private final Session session;
  private final PhaseMeter meter;

  Phase(Session session, PhaseMeter meter) {
    this.session = session;
    this.meter = meter;
  }

  /**
   * Ends the phase.
   *
   * @throws IllegalStateException if a phase opened later is still open
   */
  @Override
  public void close() {
    session.leave(meter);
  }
}
