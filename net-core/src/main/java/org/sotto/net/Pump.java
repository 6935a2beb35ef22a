package org.sotto.net;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/**
 * The waits of a session. Whatever it waits for, a session reads and writes on all its flows, so
 * two parties that send before they receive never block each other; it notices members that have
 * ended, limits to what may pile up, interrupts, and the lack of progress.
 */
final class Pump {
  private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Session session;
  private final Flows flows;
  private final Faults faults;
  private final Duration progressTimeout;
  private final long maxUnread;
  private int endsSeen;

  Pump(Session session, Flows flows, Faults faults, Duration progressTimeout, long maxUnread) {
    this.session = session;
    this.flows = flows;
    this.faults = faults;
    this.progressTimeout = progressTimeout;
    this.maxUnread = maxUnread;
  }

  /** Waits until {@code count} bytes of a peer can be read, reading and writing on all flows. */
  void awaitReadable(int peer, long count, String expecting) {
    Inbound in = session.to(peer).inbox().in();
    if (in.readable() >= count) {
      return;
    }
    session.startWrites();
    long begin = System.nanoTime();
    long progressAt = begin;
    long seen = in.arrived();
    while (in.readable() < count) {
      checkEnds(expecting);
      if (in.ended()) {
        throw faults.lost(peer, in.failure(), expecting);
      }
      once(peer, progressAt, expecting, "arrived", in.arrived());
      if (in.arrived() != seen) {
        seen = in.arrived();
        progressAt = System.nanoTime();
      }
    }
    session.waited(System.nanoTime() - begin);
  }

  /** Waits until the write under way to a peer is done, reading and writing on all flows. */
  void awaitWritten(int peer) {
    if (!flows.writing(peer)) {
      return;
    }
    long begin = System.nanoTime();
    long progressAt = begin;
    while (flows.writing(peer)) {
      checkEnds("room to send");
      once(peer, progressAt, "room to send", "written", flows.totals(peer).sent());
    }
    session.waited(System.nanoTime() - begin);
  }

  private void once(int peer, long progressAt, String expecting, String what, long bytes) {
    long left = progressTimeout.toNanos() - (System.nanoTime() - progressAt);
    if (left <= 0) {
      throw faults.late(peer, progressTimeout, expecting, bytes + " bytes " + what);
    }
    flows.await(Math.min(left, LONGEST_WAIT_NANOS));
    if (Thread.currentThread().isInterrupted()) {
      throw faults.interrupted(peer);
    }
    for (int other : session.peers()) {
      long unread = session.to(other).inbox().in().readable();
      if (unread > maxUnread) {
        throw faults.desync(
            other, "at most " + maxUnread + " bytes ahead of what is received", "" + unread);
      }
    }
  }

  private void checkEnds(String expecting) {
    if (flows.ended() == endsSeen) {
      return;
    }
    endsSeen = flows.ended();
    for (int peer : session.peers()) {
      if (session.to(peer).inbox().in().ended()) {
        session.to(peer).inbox().settle(expecting);
      }
    }
  }
}
