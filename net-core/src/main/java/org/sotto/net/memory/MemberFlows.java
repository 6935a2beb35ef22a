package org.sotto.net.memory;

import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;

/**
 * What one member of a session has, however its bytes travel: a queue for each flow that leads to
 * it, and what the others told it beside the flows. Fields are guarded by the session's lock.
 */
abstract sealed class MemberFlows implements Flows permits MemoryFlows, LinkedFlows {
  final MemorySession session;
  final int self;
  final Condition changed;
  private final SessionSpec spec;
  private final Consumer<MemberFlows> onClose;
  private final MemoryInbound[][] inbound;
  private final int[] count;
  private final long[] sent;
  private boolean signalled;
  private boolean closed;
  private boolean cut;
  private final @Nullable Aborted[] notices;
  private @Nullable Aborted aborting;
  private volatile @Nullable Aborted aborted;
  private volatile int events;

  MemberFlows(MemorySession session, int self, SessionSpec spec, Consumer<MemberFlows> onClose) {
    this.session = session;
    this.self = self;
    this.spec = spec;
    this.onClose = onClose;
    this.changed = session.lock.newCondition();
    int parties = session.size();
    this.inbound = new MemoryInbound[parties][];
    Arrays.setAll(inbound, peer -> new MemoryInbound[] {new MemoryInbound()});
    this.count = new int[parties];
    Arrays.fill(count, spec.carriage().flows());
    this.sent = new long[parties];
    this.notices = new Aborted[parties];
  }

  final MemorySession session() {
    return session;
  }

  final SessionSpec spec() {
    return spec;
  }

  // --- What differs.

  /** Waits until another member may have come; with the lock held. */
  abstract void awaitMembers(long nanos) throws InterruptedException;

  /** Lets the owner look again if it waits; with the lock held. */
  abstract void rouse();

  /** Tells a member that this one will write no more; with the lock held. */
  abstract void end(int peer);

  /** Tells a member that this one gives up; with the lock held. */
  abstract void abort(int peer, byte[] notice);

  // --- What is the same.

  @Override
  public final int count(int peer) {
    return count[peer];
  }

  @Override
  public final int most(int peer) {
    return spec.carriage().most();
  }

  final void grown(int peer, int wanted) {
    count[peer] = Math.clamp(wanted, count[peer], most(peer));
  }

  @Override
  public final Inbound inbound(int peer, int flow) {
    session.lock.lock();
    try {
      return pipe(peer, flow);
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public final long unread(int peer) {
    session.lock.lock();
    try {
      long sum = 0;
      for (MemoryInbound pipe : inbound[peer]) { // The peer may write to more flows than this one.
        sum += pipe.readable();
      }
      return sum;
    } finally {
      session.lock.unlock();
    }
  }

  /** A flow's queue, made when it is first asked for; with the lock held. */
  final MemoryInbound pipe(int peer, int flow) {
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

  final MemoryInbound[] pipes(int peer) {
    return inbound[peer];
  }

  final void sent(int peer, long bytes) {
    sent[peer] += bytes;
  }

  @Override
  public final boolean flushed(int peer) {
    return true;
  }

  @Override
  public final boolean stranded(int peer) {
    return false;
  }

  /** Moves what has arrived to where the owner reads; whether there was anything. */
  final boolean takeIn() {
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
    return some;
  }

  final void signal() {
    signalled = true;
    rouse();
  }

  /** Whether something has happened since this was last asked. */
  final boolean takeSignal() {
    boolean was = signalled;
    signalled = false;
    return was;
  }

  final boolean isSignalled() {
    return signalled;
  }

  @Override
  public final int events() {
    return events;
  }

  @Override
  public final void abort(byte[] notice) {
    session.lock.lock();
    try {
      for (int peer : spec.members()) {
        if (peer != self) {
          abort(peer, notice.clone());
        }
      }
    } finally {
      session.lock.unlock();
    }
  }

  /** Takes a member's notice; the first one of all ends the session. */
  final void abortedBy(int peer, byte[] notice) {
    if (notices[peer] == null) {
      notices[peer] = new Aborted(peer, notice);
      aborting = aborting == null ? notices[peer] : aborting;
      signal();
    }
  }

  @Override
  public final @Nullable Aborted aborted() {
    return aborted;
  }

  @Override
  public final @Nullable Aborted aborted(int peer) {
    session.lock.lock();
    try {
      return notices[peer];
    } finally {
      session.lock.unlock();
    }
  }

  @Override
  public final FlowTotals totals(int peer) {
    long arrived = 0;
    for (MemoryInbound flow : inbound[peer]) {
      arrived += flow.arrived();
    }
    return new FlowTotals(sent[peer], arrived, 0, 0);
  }

  /** Ends the flows from outside the owner's thread, which fails at its next wait. */
  final void cut() {
    session.lock.lock();
    try {
      for (int peer : spec.members()) {
        for (MemoryInbound flow : inbound[peer]) {
          flow.end(new IllegalStateException("the mesh was closed"));
        }
      }
      cut = true;
      signal();
      session.wake();
    } finally {
      session.lock.unlock();
    }
  }

  /** Whether the mesh was closed; read under the session's lock. */
  final boolean isCut() {
    return cut;
  }

  /** Whether the owner has closed the flows; read under the session's lock. */
  final boolean isClosed() {
    return closed;
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
        if (peer != self) {
          end(peer);
        }
      }
      session.exit();
    } finally {
      session.lock.unlock();
    }
    onClose.accept(this);
  }
}
