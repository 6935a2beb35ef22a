package org.sotto.net.tcp;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A flow that has got a connection, the first one or another, or has lost it. */
@Name("sotto.Connection")
@Label("Connection")
@Category("Sotto")
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // a recording reads the fields
final class ConnectionEvent extends Event {
  @Label("Of")
  @Description("The peer, and what the flow carries")
  private String of = "";

  @Label("Flow")
  private int flow;

  @Label("Up")
  private boolean up;

  @Label("Received")
  @Description("Bytes of the flow that have arrived so far")
  private long received;

  static void emit(Flow flow, Flow.Owner owner, boolean up) {
    ConnectionEvent event = new ConnectionEvent();
    if (event.shouldCommit()) {
      event.of = owner.title();
      event.flow = flow.index();
      event.up = up;
      event.received = flow.received();
      event.commit();
    }
  }
}
