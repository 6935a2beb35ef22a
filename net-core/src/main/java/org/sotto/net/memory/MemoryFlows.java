package org.sotto.net.memory;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
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
  private final MemoryInbound[][] inbound;
  private final int[] count;
  private final long[] sent;
  private boolean signalled;
  private boolean waiting;
  private boolean closed;
  private boolean cut;
  private @Nullable Aborted aborting;
  private volatile @Nullable Aborted aborted;
  private volatile int events;

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
    this.inbound = new MemoryInbound[parties][];
    Arrays.setAll(inbound, peer -> new MemoryInbound[] {new MemoryInbound()});
    this.count = new int[parties];
    Arrays.fill(count, spec.carriage().flows());
    this.sent = new long[parties];
  }

  MemorySession session() {
    return session;
  }

  SessionSpec spec() {
    return spec;
  }

  @Override
  public int count(int peer) {
    return count[peer];
  }

  @Override
  public int most(int peer) {
    return spec.carriage().most();
  }

  @Override
  public void grow(int peer, int wanted) {
    count[peer] = Math.clamp(wanted, count[peer], most(peer));
  }

  @Override
  public Inbound inbound(int peer, int flow) {
    session.lock.lock();
    try {
      return pipe(peer, flow);
    } finally {
      session.lock.unlock();
    }
  }

  /** A flow's queue, made when it is first asked for; with the lock held. */
  private MemoryInbound pipe(int peer, int flow) {
    MemoryInbound[] pipes = inbound[peer];
    if (flow >= pipes.length) {
      int before = pipes.length;
      pipes = Arrays.copyOf(pipes, flow + 1);
      for (int i = before; i < pipes.length; i++) {
        pipes[i] = new MemoryInbound();
      }
      inbound[peer] = pipes;
    }
    return pipes[flow];
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    byte[] chunk = new byte[length];
    block.getBytes(from, chunk);
    sent[peer] += chunk.length;
    session.lock.lock();
    try {
      MemoryFlows to = session.member(peer);
      if (to != null && !to.closed) {
        to.pipe(self, flow).arrive(chunk);
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
      MemoryFlows to = session.member(peer);
      return to == null || to.closed ? 0 : to.pipe(self, flow).untaken();
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
      MemoryFlows to = session.member(peer);
      if (to == null || to.closed || to.waiting) {
        return false;
      }
      long untaken = 0;
      for (int flow = 0; flow < count[peer]; flow++) {
        untaken += to.pipe(self, flow).untaken();
      }
      return untaken > WINDOW;
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public boolean flushed(int peer) {
    return true;
  }

  @Override
  public boolean stranded(int peer) {
    return false;
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

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  private boolean takeIn() {
    boolean some = false;
    int seen = aborting == null ? 0 : 1;
    aborted = aborting;
    for (MemoryInbound[] flows : inbound) {
      for (MemoryInbound pipe : flows) {
        some |= pipe.takeIn();
      }
      seen += flows[0].ended() ? 1 : 0;
    }
    some |= seen != events;
    events = seen;
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
  public int events() {
    return events;
  }

  @Override
  public void abort(byte[] notice) {
    session.lock.lock();
    try {
      for (int peer : spec.members()) {
        MemoryFlows to = session.member(peer);
        if (peer != self && to != null && to.aborting == null) {
          to.aborting = new Aborted(self, notice.clone());
          to.signal();
        }
      }
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public @Nullable Aborted aborted() {
    return aborted;
  }

  @Override
  public FlowTotals totals(int peer) {
    long arrived = 0;
    for (MemoryInbound flow : inbound[peer]) {
      arrived += flow.arrived();
    }
    return new FlowTotals(sent[peer], arrived, 0, 0);
  }

  /** Ends the flows from outside the owner's thread, which fails at its next wait. */
  void cut() {
    session.lock.lock();
    try {
      for (int peer : spec.members()) {
        end(inbound[peer], new IllegalStateException("the mesh was closed"));
      }
      cut = true;
      signal();
      session.wake();
    } finally {
      session.lock.unlock();
    }
  }

  private static void end(MemoryInbound[] flows, @Nullable Throwable why) {
    for (MemoryInbound flow : flows) {
      flow.end(why);
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
          end(to.inbound[self], null);
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
