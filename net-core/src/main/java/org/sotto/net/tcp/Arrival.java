package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/**
 * Bytes of one flow on their way from the event loop to a session's thread. While the thread has
 * not claimed it, short runs that come behind it join it: a peer that flushes byte by byte must not
 * cost a hundred bytes for each.
 */
final class Arrival {
  private static final AtomicIntegerFieldUpdater<Arrival> STATE =
      AtomicIntegerFieldUpdater.newUpdater(Arrival.class, "state");

  private static final int FREE = 0;
  private static final int JOINING = 1;
  private static final int CLAIMED = 2;

  private static final int MOST_JOINED = 16 << 10;

  private final int peer;
  private final int flow;
  private final ByteBuf bytes;
  private int header;
  private volatile int state;

  /** Takes the reference to the bytes. */
  Arrival(int peer, int flow, ByteBuf bytes, int header) {
    this.peer = peer;
    this.flow = flow;
    this.bytes = bytes;
    this.header = header;
  }

  /** Whether more can join it: its bytes are a short run's own, no view of a read buffer. */
  static boolean isShort(ByteBuf run) {
    return run.readableBytes() <= Mux.COPIED_BYTES;
  }

  /**
   * Takes a short run behind the bytes here; on the event loop.
   *
   * @return whether it did; else nothing has changed
   */
  boolean join(int fromPeer, int fromFlow, ByteBuf run, int runHeader) {
    if (fromPeer != peer || fromFlow != flow || !STATE.compareAndSet(this, FREE, JOINING)) {
      return false;
    }
    boolean room = bytes.readableBytes() + run.readableBytes() <= MOST_JOINED;
    if (room) {
      bytes.writeBytes(run);
      header += runHeader;
    }
    state = FREE;
    return room;
  }

  /** Makes it the caller's: nothing joins any more. */
  Arrival claimed() {
    while (!STATE.compareAndSet(this, FREE, CLAIMED)) {
      Thread.onSpinWait(); // A run is being copied.
    }
    return this;
  }

  int peer() {
    return peer;
  }

  int flow() {
    return flow;
  }

  ByteBuf bytes() {
    return bytes;
  }

  int header() {
    return header;
  }
}
