package org.sotto.net.record;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ReplayMismatchException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/**
 * The flows of one recorded session. All that was received can be read at once; who waits for more
 * hears what made the session give up then: that a peer ended or gave up. Nothing but a session
 * that gave up has waited for more.
 *
 * <p>A recorded session that gave up may have sent less than it would have: what it sends beyond is
 * not compared, and the next wait tells why it gave up.
 */
final class ReplayFlows implements Flows {
  private final RecordingReader recording;
  private final PartyTable parties;
  private final boolean gaveUp;
  private final List<ReplayPeer> peers = new ArrayList<>();
  private @Nullable ReplayInbound waitsFor;
  private @Nullable RecordedBytes beyond;
  private int events;
  private boolean done;
  private boolean closed;

  ReplayFlows(RecordingReader recording, PartyTable parties) {
    this.recording = recording;
    this.parties = parties;
    this.gaveUp = recording.last() == RecordKind.GAVE_UP;
    for (int id = 0; id < parties.size(); id++) {
      peers.add(new ReplayPeer(recording, this, id));
    }
  }

  @Override
  public int count(int peer) {
    return peers.get(peer).spread().flows();
  }

  @Override
  public int most(int peer) {
    return peers.get(peer).spread().most();
  }

  @Override
  public void grow(int peer, int wanted) {
    // The recorded session had as many as it had.
  }

  @Override
  public Inbound inbound(int peer, int flow) {
    return peers.get(peer).received(flow);
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    if (done) {
      return; // The difference was told.
    }
    ReplayPeer to = peers.get(peer);
    to.spread().gave(flow, length);
    RecordedBytes expected = to.sent(flow);
    MemorySegment got = MemorySegment.ofBuffer(block.nioBuffer(from, length));
    for (long at = 0; at < length; ) {
      int run = (int) Math.min(expected.run(), length - at);
      if (run == 0) {
        if (!gaveUp) {
          throw differs(expected, "nothing more to be sent", (length - at) + " bytes more");
        }
        beyond = expected;
        return;
      }
      long same = MemorySegment.mismatch(expected.bytes(), 0, run, got, at, at + run);
      if (same >= 0) {
        expected.pass((int) same);
        throw differs(
            expected,
            "the " + (run - same) + " bytes that were sent then",
            (length - at - same) + " bytes that differ from the first one on");
      }
      expected.pass(run);
      at += run;
    }
  }

  private ReplayMismatchException differs(RecordedBytes where, String expected, String got) {
    done = true;
    return new ReplayMismatchException(
        recording.spec().key(),
        where.peer(),
        where.flow(),
        where.position(),
        "session "
            + recording.spec().key()
            + (where.kind() == RecordKind.SENT ? ", to " : ", from ")
            + parties.party(where.peer()).label()
            + ", flow "
            + where.flow()
            + ", byte "
            + where.position()
            + " of the recording: expected "
            + expected
            + ", got "
            + got);
  }

  @Override
  public long pending(int peer, int flow) {
    return 0;
  }

  @Override
  public long load(int peer, int flow) {
    return peers.get(peer).spread().load(flow);
  }

  /** The recorded session could not send more: the next wait tells why. */
  @Override
  public boolean full(int peer) {
    return beyond != null && !done;
  }

  @Override
  public boolean flushed(int peer) {
    return true;
  }

  @Override
  public boolean stranded(int peer) {
    return false;
  }

  /** Nothing more will come: tells what made the recorded session give up, or that nothing did. */
  @Override
  public void await(long nanos) {
    if (gaveUp && events == 0) {
      events = 1;
      return;
    }
    RecordedBytes where = beyond == null ? Objects.requireNonNull(waitsFor).bytes() : beyond;
    throw differs(
        where,
        gaveUp ? "the session to give up for a reason of its own" : "no wait for more",
        "a wait");
  }

  /** Remembers which flow had nothing to read: a wait is most likely for that. */
  void nothingIn(ReplayInbound inbound) {
    waitsFor = inbound;
  }

  /** Whether it was told what made the session give up. */
  boolean isTold() {
    return events > 0;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public int events() {
    return events;
  }

  @Override
  public void abort(byte[] notice) {
    done = true; // The session failed, and says so itself.
  }

  @Override
  public @Nullable Aborted aborted() {
    return events > 0 ? recording.aborted() : null;
  }

  @Override
  public FlowTotals totals(int peer) {
    return peers.get(peer).totals();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!done) {
        checkAllWasUsed();
      }
    } finally {
      peers.forEach(ReplayPeer::end);
      recording.close();
    }
  }

  private void checkAllWasUsed() {
    for (ReplayPeer peer : peers) {
      for (int flow = 0; flow < peer.spread().most(); flow++) {
        atEnd(peer.sent(flow), "sent");
        atEnd(peer.received(flow).bytes(), "received");
      }
      if (gaveUp && peer.spread().most() > 0) {
        throw differs(peer.sent(0), "the session to give up", "its end in order");
      }
    }
  }

  private void atEnd(RecordedBytes bytes, String what) {
    if (bytes.run() > 0) {
      throw differs(bytes, bytes.left() + " bytes more to be " + what, "the end of the session");
    }
  }
}
