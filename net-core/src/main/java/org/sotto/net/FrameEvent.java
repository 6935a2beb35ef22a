package org.sotto.net;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * A frame that was handed to the flows, or whose header was read. Off unless a recording asks for
 * it: there is one for each message at least. What is in it is in no event.
 */
@Name("sotto.Frame")
@Label("Frame")
@Category("Sotto")
@Description("A message or a part of one")
@Enabled(false)
@StackTrace(false)
@SuppressWarnings("UnusedVariable") // a recording reads the fields
final class FrameEvent extends Event {
  @Label("Session")
  private String session = "";

  @Label("Peer")
  private int peer;

  @Label("Sent")
  @Description("To the peer, and not from it")
  private boolean sent;

  @Label("Last")
  @Description("Its message ends with it")
  private boolean last;

  @Label("Payload")
  @DataAmount
  private long payload;

  static void emit(Session in, int peer, boolean sent, boolean last, long payload) {
    FrameEvent event = new FrameEvent();
    if (event.shouldCommit()) {
      event.session = in.key();
      event.peer = peer;
      event.sent = sent;
      event.last = last;
      event.payload = payload;
      event.commit();
    }
  }
}
