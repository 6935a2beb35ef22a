package org.sotto.net;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A session's thread that waited for a peer; its duration is how long. */
@Name("sotto.Wait")
@Label("Wait")
@Category("Sotto")
@Description("A session's thread waits for bytes from a peer, or for room towards it")
@Threshold("1 ms")
@SuppressWarnings("UnusedVariable") // a recording reads the fields
final class WaitEvent extends Event {
  @Label("Session")
  private String session = "";

  @Label("Peer")
  private int peer;

  @Label("For")
  private String what = "";

  @Label("Phase")
  private String phase = "";

  /** Starts the clock, if a recording wants to know. */
  static WaitEvent begun() {
    WaitEvent event = new WaitEvent();
    event.begin();
    return event;
  }

  /** Stops it. */
  void over(Session in, int with, String expecting) {
    end();
    if (shouldCommit()) {
      session = in.key();
      peer = with;
      what = expecting;
      phase = in.phasePath();
      commit();
    }
  }
}
