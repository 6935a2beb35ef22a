package org.sotto.net;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A phase of a session; its duration is from its opening to its close. */
@Name("sotto.Phase")
@Label("Phase")
@Category("Sotto")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // a recording reads the fields
final class PhaseEvent extends Event {
  @Label("Session")
  private String session = "";

  @Label("Path")
  private String path = "";

  /** Starts the clock, if a recording wants to know. */
  static PhaseEvent begun() {
    PhaseEvent event = new PhaseEvent();
    event.begin();
    return event;
  }

  /** Stops it. */
  void over(Session in, PhaseMeter phase) {
    end();
    if (shouldCommit()) {
      session = in.key();
      path = phase.path();
      commit();
    }
  }
}
