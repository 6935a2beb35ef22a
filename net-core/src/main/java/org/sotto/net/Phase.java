package org.sotto.net;

/**
 * A named stretch of a session, for the ledger and for messages of errors. Phases nest and close in
 * the reverse order of their opening; use try-with-resources.
 */
public final class Phase implements AutoCloseable {
  private final Session session;
  private final PhaseMeter meter;
  private final PhaseEvent event = PhaseEvent.begun();

  Phase(Session session, PhaseMeter meter) {
    this.session = session;
    this.meter = meter;
  }

  /**
   * Ends the phase. With checked tags an outermost phase ends when it has ended at all members: it
   * waits for them, and compares. A phase that an exception leaves ends too, and the other members,
   * who go on with it, find that out.
   *
   * @throws org.sotto.net.error.DesyncException if, with checked tags, the members differ
   * @throws IllegalStateException if a phase opened later is still open
   */
  @Override
  public void close() {
    session.leave(meter);
    event.over(session, meter);
  }
}
