package org.sotto.net;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/**
 * The waits of a session. Whatever it waits for, a session reads and writes on all its flows, so
 * two parties that send before they receive never block each other; it notices members that gave up
 * or were lost, limits to what may pile up, interrupts, and the lack of progress.
 */
final class Pump {
  /** How long a member that differs is waited for to say what it has seen. */
  private static final long ACCOUNT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Session session;
  private final Flows flows;
  private final Faults faults;
  private final Duration progressTimeout;
  private final long maxUnread;
  private int eventsSeen;

  Pump(Session session, Flows flows, Faults faults, Duration progressTimeout, long maxUnread) {
    this.session = session;
    this.flows = flows;
    this.faults = faults;
    this.progressTimeout = progressTimeout;
    this.maxUnread = maxUnread;
  }

  /** Waits until {@code count} bytes of a peer can be read from one of its flows. */
  void awaitReadable(int peer, Inbound in, long count, String expecting) {
    if (in.readable() >= count) {
      return;
    }
    session.startWrites();
    WaitEvent event = WaitEvent.begun();
    long begin = flows.nanoTime();
    long progressAt = begin;
    long seen = in.arrived();
    while (in.readable() < count) {
      checkEvents(expecting);
      if (in.ended()) {
        throw faults.desync(peer, expecting, "the end of the session");
      }
      once(peer, progressAt, expecting, "arrived", in.arrived());
      if (in.arrived() != seen) {
        seen = in.arrived();
        progressAt = flows.nanoTime();
      }
    }
    session.waited(peer, flows.nanoTime() - begin);
    event.over(session, peer, expecting);
  }

  /** Waits until more may be written to a peer. */
  void awaitRoom(int peer) {
    if (flows.full(peer)) {
      awaitSent(peer, () -> flows.full(peer));
    }
  }

  /** Waits until all that was written to a peer has left this process. */
  void awaitFlushed(int peer) {
    if (!flows.flushed(peer)) {
      awaitSent(peer, () -> !flows.flushed(peer));
    }
  }

  /** Waits until what was written to a peer does not need this thread to leave the process. */
  void awaitAfloat(int peer) {
    if (flows.stranded(peer)) {
      awaitSent(peer, () -> flows.stranded(peer));
    }
  }

  private void awaitSent(int peer, BooleanSupplier waits) {
    WaitEvent event = WaitEvent.begun();
    long begin = flows.nanoTime();
    long progressAt = begin;
    long seen = taken(peer);
    while (waits.getAsBoolean()) {
      checkEvents("room to send");
      long taken = taken(peer);
      if (taken != seen) {
        seen = taken;
        progressAt = flows.nanoTime();
      }
      once(peer, progressAt, "room to send", "taken by the peer", taken);
    }
    session.waited(peer, flows.nanoTime() - begin);
    event.over(session, peer, "room to send");
  }

  /** Bytes that the peer is known to have taken, but for a constant. */
  private long taken(int peer) {
    long pending = 0;
    for (int flow = 0; flow < flows.count(peer); flow++) {
      pending += flows.pending(peer, flow);
    }
    return session.to(peer).outbox().written() - pending;
  }

  private void once(int peer, long progressAt, String expecting, String what, long bytes) {
    long left = progressTimeout.toNanos() - (flows.nanoTime() - progressAt);
    if (left <= 0) {
      throw faults.late(peer, progressTimeout, expecting, bytes + " bytes " + what);
    }
    try {
      flows.await(Math.min(left, LONGEST_WAIT_NANOS));
    } catch (SottoException e) {
      throw faults.below(e);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw faults.interrupted(peer);
    }
    for (int other : session.peers()) {
      long unread = session.to(other).inbox().unread();
      if (unread > maxUnread) {
        throw faults.desync(
            other, "at most " + maxUnread + " bytes ahead of what is received", "" + unread);
      }
    }
  }

  /** Waits a little for a peer, which was told that this member gives up, to answer the same. */
  Flows.@Nullable Aborted awaitNotice(int peer) {
    long begin = flows.nanoTime();
    Inbound in = flows.inbound(peer, 0);
    while (flows.aborted(peer) == null
        && !in.ended()
        && session.to(peer).inbox().unread() <= maxUnread
        && !Thread.currentThread().isInterrupted()
        && flows.nanoTime() - begin < ACCOUNT_NANOS) {
      flows.await(LONGEST_WAIT_NANOS);
    }
    return flows.aborted(peer);
  }

  private void checkEvents(String expecting) {
    if (flows.events() == eventsSeen) {
      return;
    }
    eventsSeen = flows.events();
    Flows.Aborted aborted = flows.aborted();
    if (aborted != null) {
      throw faults.abortedBy(aborted, expecting);
    }
    for (int peer : session.peers()) {
      Throwable failure = flows.inbound(peer, 0).failure();
      if (failure != null) {
        throw faults.lost(peer, failure, expecting);
      }
    }
  }
}
