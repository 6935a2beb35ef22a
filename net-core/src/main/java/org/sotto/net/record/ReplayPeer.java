package org.sotto.net.record;

import java.io.EOFException;
import java.util.ArrayList;
import java.util.List;
import org.sotto.net.transport.FlowTotals;

/** What was recorded of one peer; of a party that is none, no flows. */
final class ReplayPeer {
  private final Spread spread;
  private final List<RecordedBytes> sent = new ArrayList<>();
  private final List<ReplayInbound> received = new ArrayList<>();

  ReplayPeer(RecordingReader recording, ReplayFlows flows, int id) {
    this.spread = recording.spreads().get(id);
    boolean lost = recording.hasLost(id);
    Throwable failure = lost ? new EOFException("lost when this was recorded") : null;
    for (int flow = 0; flow < spread.most(); flow++) {
      sent.add(new RecordedBytes(recording, RecordKind.SENT, id, flow));
      received.add(
          new ReplayInbound(
              flows,
              new RecordedBytes(recording, RecordKind.RECEIVED, id, flow),
              lost || recording.hasEnded(id),
              failure));
    }
  }

  Spread spread() {
    return spread;
  }

  RecordedBytes sent(int flow) {
    return sent.get(flow);
  }

  ReplayInbound received(int flow) {
    return received.get(flow);
  }

  FlowTotals totals() {
    return new FlowTotals(
        sent.stream().mapToLong(RecordedBytes::position).sum(),
        received.stream().mapToLong(ReplayInbound::arrived).sum(),
        0,
        0);
  }

  void end() {
    sent.forEach(RecordedBytes::end);
    received.forEach(flow -> flow.bytes().end());
  }
}
