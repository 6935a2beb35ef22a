package org.sotto.net.memory;

import io.netty.buffer.ByteBuf;
import java.util.function.Consumer;
import org.sotto.net.transport.SessionSpec;

/**
 * One member's flows where bytes arrive at once. As with a socket, what a peer sends is taken in
 * only while this thread waits in {@link #await}; a sender that is {@link #WINDOW} bytes ahead of a
 * computing receiver is held back, and one whose receiver waits is not, so symmetric sends of any
 * size finish.
 */
final class MemoryFlows extends MemberFlows {
  /** Bytes in a pipe above which its sender waits, as a socket buffer would make it. */
  static final long WINDOW = 4 << 20;

  private boolean waiting;

  MemoryFlows(MemorySession session, int self, SessionSpec spec, Consumer<MemberFlows> onClose) {
    super(session, self, spec, onClose);
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // may return early: the session asks again
  void awaitMembers(long nanos) throws InterruptedException {
    changed.awaitNanos(nanos);
  }

  @Override
  void rouse() {
    changed.signal();
  }

  @Override
  public void grow(int peer, int wanted) {
    grown(peer, wanted);
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    byte[] chunk = new byte[length];
    block.getBytes(from, chunk);
    sent(peer, length);
    session.lock.lock();
    try {
      MemberFlows to = session.member(peer);
      if (to != null && !to.isClosed()) {
        MemoryInbound pipe = to.pipe(self, flow);
        pipe.send(chunk);
        pipe.land(length);
        to.signal();
      }
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public long pending(int peer, int flow) {
    session.lock.lock();
    try {
      MemberFlows to = session.member(peer);
      return to == null || to.isClosed() ? 0 : to.pipe(self, flow).untaken();
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public long load(int peer, int flow) {
    return pending(peer, flow);
  }

  @Override
  public boolean full(int peer) {
    session.lock.lock();
    try {
      if (!(session.member(peer) instanceof MemoryFlows to) || to.isClosed() || to.waiting) {
        return false;
      }
      long untaken = 0;
      for (int flow = 0; flow < count(peer); flow++) {
        untaken += to.pipe(self, flow).untaken();
      }
      return untaken > WINDOW;
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // may return early: the session asks again
  public void await(long nanos) {
    session.lock.lock();
    try {
      if (!takeInForSenders()) {
        waiting = true;
        signalSenders();
        if (!isSignalled()) {
          changed.awaitNanos(nanos);
        }
        waiting = false;
        takeInForSenders();
      }
      takeSignal();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      waiting = false;
      session.lock.unlock();
    }
  }

  private boolean takeInForSenders() {
    boolean some = takeIn();
    if (some) {
      signalSenders();
    }
    return some;
  }

  private void signalSenders() {
    for (int peer : spec().members()) {
      MemberFlows from = session.member(peer);
      if (peer != self && from != null) {
        from.signal();
      }
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  void abort(int peer, byte[] notice) {
    MemberFlows to = session.member(peer);
    if (to != null) {
      to.abortedBy(self, notice);
    }
  }

  @Override
  void end(int peer) {
    MemberFlows to = session.member(peer);
    if (to != null) {
      for (MemoryInbound flow : to.pipes(self)) {
        flow.end(null);
      }
      to.signal();
    }
  }
}
