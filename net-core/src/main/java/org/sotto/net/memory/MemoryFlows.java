package org.sotto.net.memory;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;

/**
 * One member's flows. As with a socket, what a peer sends is taken in only while this thread waits
 * in {@link #await}; a sender that is {@link #WINDOW} bytes ahead of a computing receiver is held
 * back, and one whose receiver waits is not, so symmetric sends of any size finish.
 */
final class MemoryFlows implements Flows {
  /** Bytes in a pipe above which its sender waits, as a socket buffer would make it. */
  static final long WINDOW = 4 << 20;

  private final MemorySession session;
  private final int self;
  private final SessionSpec spec;
  private final Consumer<MemoryFlows> onClose;
  private final Condition changed;
  private final MemoryInbound[] inbound;
  private final long[] sent;
  private boolean signalled;
  private boolean waiting;
  private boolean closed;
  private boolean cut;
  private volatile int ended;

  MemoryFlows(
      MemorySession session,
      int self,
      SessionSpec spec,
      int parties,
      Consumer<MemoryFlows> onClose) {
    this.session = session;
    this.self = self;
    this.spec = spec;
    this.onClose = onClose;
    this.changed = session.lock.newCondition();
    this.inbound = new MemoryInbound[parties];
    for (int i = 0; i < parties; i++) {
      inbound[i] = new MemoryInbound();
    }
    this.sent = new long[parties];
  }

  MemorySession session() {
    return session;
  }

  SessionSpec spec() {
    return spec;
  }

  @Override
  public Inbound inbound(int peer) {
    return inbound[peer];
  }

  @Override
  public void write(int peer, ByteBuffer bytes) {
    byte[] chunk = new byte[bytes.remaining()];
    bytes.get(chunk);
    sent[peer] += chunk.length;
    session.lock.lock();
    try {
      MemoryFlows to = session.member(peer);
      if (to != null && !to.closed) {
        to.inbound[self].arrive(chunk);
        to.signal();
      }
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public boolean writing(int peer) {
    session.lock.lock();
    try {
      MemoryFlows to = session.member(peer);
      return to != null && !to.closed && !to.waiting && to.inbound[self].untaken() > WINDOW;
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // may return early: the session asks again
  public void await(long nanos) {
    session.lock.lock();
    try {
      if (!takeIn()) {
        waiting = true;
        signalSenders();
        if (!signalled) {
          changed.awaitNanos(nanos);
        }
        waiting = false;
        takeIn();
      }
      signalled = false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting = false;
      session.lock.unlock();
    }
  }

  private boolean takeIn() {
    boolean some = false;
    int over = 0;
    for (MemoryInbound pipe : inbound) {
      some |= pipe.takeIn();
      over += pipe.ended() ? 1 : 0;
    }
    some |= over != ended;
    ended = over;
    if (some) {
      signalSenders();
    }
    return some;
  }

  private void signalSenders() {
    for (int peer : spec.members()) {
      MemoryFlows from = session.member(peer);
      if (peer != self && from != null) {
        from.signal();
      }
    }
  }

  private void signal() {
    signalled = true;
    changed.signal();
  }

  @Override
  public int ended() {
    return ended;
  }

  @Override
  public FlowTotals totals(int peer) {
    return new FlowTotals(sent[peer], inbound[peer].arrived(), 0, 0);
  }

  /** Ends the flows from outside the owner's thread, which fails at its next wait. */
  void cut() {
    session.lock.lock();
    try {
      for (int peer : spec.members()) {
        inbound[peer].end(new IllegalStateException("the mesh was closed"));
      }
      cut = true;
      signal();
      session.wake();
    } finally {
      session.lock.unlock();
    }
  }

  /** Whether the mesh was closed; read under the session's lock. */
  boolean isCut() {
    return cut;
  }

  @Override
  public void close() {
    session.lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      for (int peer : spec.members()) {
        MemoryFlows to = session.member(peer);
        if (peer != self && to != null) {
          to.inbound[self].end(null);
          to.signal();
        }
      }
      session.exit();
    } finally {
      session.lock.unlock();
    }
    onClose.accept(this);
  }
}
