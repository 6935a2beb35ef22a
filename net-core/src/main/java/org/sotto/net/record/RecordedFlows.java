package org.sotto.net.record;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/** The flows of one session, with a note of all that goes through. */
final class RecordedFlows implements Flows {
  private final Flows inner;
  private final List<Integer> peers;
  private final List<Spread> spreads;
  private final RecordingWriter writer;
  private final List<List<RecordedInbound>> inbound = new ArrayList<>();
  private final Set<Integer> ended = new HashSet<>();
  private @Nullable Aborted aborted;
  private int eventsSeen;
  private boolean gaveUp;
  private boolean closed;

  RecordedFlows(Flows inner, List<Integer> peers, List<Spread> spreads, RecordingWriter writer) {
    this.inner = inner;
    this.peers = peers;
    this.spreads = spreads;
    this.writer = writer;
    spreads.forEach(_ -> inbound.add(new ArrayList<>()));
  }

  @Override
  public int count(int peer) {
    return inner.count(peer);
  }

  @Override
  public int most(int peer) {
    return inner.most(peer);
  }

  @Override
  public void grow(int peer, int wanted) {
    // When they would stand depends on the time of day: see Spread.
  }

  @Override
  public Inbound inbound(int peer, int flow) {
    List<RecordedInbound> flows = inbound.get(peer);
    while (flows.size() <= flow) {
      int next = flows.size();
      flows.add(new RecordedInbound(inner.inbound(peer, next), peer, next, writer));
    }
    return flows.get(flow);
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    writer.check();
    writer.sent(peer, flow, block, from, length);
    spreads.get(peer).gave(flow, length);
    inner.write(peer, flow, block, from, length);
  }

  @Override
  public long pending(int peer, int flow) {
    return inner.pending(peer, flow);
  }

  @Override
  public long load(int peer, int flow) {
    return spreads.get(peer).load(flow);
  }

  @Override
  public boolean full(int peer) {
    return inner.full(peer);
  }

  @Override
  public boolean flushed(int peer) {
    return inner.flushed(peer);
  }

  @Override
  public boolean stranded(int peer) {
    return inner.stranded(peer);
  }

  @Override
  public void await(long nanos) {
    writer.check();
    inner.await(nanos);
    if (inner.events() != eventsSeen) {
      eventsSeen = inner.events();
      noteEvents();
    }
  }

  private void noteEvents() {
    Aborted now = inner.aborted();
    if (now != null && aborted == null) {
      aborted = now;
      writer.aborted(now.peer(), now.notice());
    }
    for (int peer : peers) {
      Inbound in = inner.inbound(peer, 0);
      if (in.ended() && ended.add(peer)) {
        writer.ended(peer, in.failure() == null);
      }
    }
  }

  @Override
  public long nanoTime() {
    return inner.nanoTime();
  }

  @Override
  public int events() {
    return inner.events();
  }

  @Override
  public void abort(byte[] notice) {
    gaveUp = true;
    inner.abort(notice);
  }

  @Override
  public @Nullable Aborted aborted() {
    return inner.aborted();
  }

  @Override
  public @Nullable Aborted aborted(int peer) {
    return inner.aborted(peer);
  }

  @Override
  public long unread(int peer) {
    return inner.unread(peer);
  }

  @Override
  public FlowTotals totals(int peer) {
    return inner.totals(peer);
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      inner.close();
      writer.close(!gaveUp);
    }
  }
}
