package org.sotto.net.memory;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.sotto.net.transport.SessionSpec;

/**
 * One member's flows over emulated links. What is written arrives when the link's model says; what
 * the receiver takes in is acknowledged a one-way delay later, and a sender that is {@link #WINDOW}
 * bytes ahead of the acknowledgements waits, as over TCP. A new flow stands two round trips after
 * it was asked for, one to connect and one for its hello; aborts take the one-way delay.
 *
 * <p>Within a moment of virtual time nothing here looks at what another thread does: a peer is gone
 * when its end has come over the link, not when it closed.
 */
final class LinkedFlows extends MemberFlows {
  /** What may be under way to one member: what TCP sessions allow to far ones. */
  static final long WINDOW = 16 << 20;

  private static final int DELAYS_TO_GROW = 4;

  /** What this member sends to one other. */
  private final class Outgoing {
    final List<Lane> lanes = new ArrayList<>();
    final long[] unacknowledged = new long[SessionSpec.MAX_FLOWS];
    final long[] acknowledged = new long[SessionSpec.MAX_FLOWS];
    long all;
    int asked;

    Lane lane(int to, int flow) {
      while (lanes.size() <= flow) {
        lanes.add(new Lane(LinkedFlows.this, to, lanes.size()));
      }
      return lanes.get(flow);
    }
  }

  final Thread owner = Thread.currentThread();
  private final Links links;
  private final Timeline time;
  private final Outgoing[] outgoing;
  private final long[][] told;
  private long events;
  private boolean left;

  LinkedFlows(
      MemorySession session,
      int self,
      SessionSpec spec,
      Consumer<MemberFlows> onClose,
      Links links,
      Timeline time) {
    super(session, self, spec, onClose);
    this.links = links;
    this.time = time;
    this.outgoing = new Outgoing[session.size()];
    Arrays.setAll(outgoing, peer -> new Outgoing());
    this.told = new long[session.size()][SessionSpec.MAX_FLOWS];
    time.entered(this);
  }

  // --- What this member does.

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    byte[] chunk = new byte[length];
    block.getBytes(from, chunk);
    sent(peer, length);
    links.lock.lock();
    try {
      time.computed(this);
      if (length > 0 && session.member(peer) instanceof LinkedFlows to) {
        to.pipe(self, flow).send(chunk);
        Outgoing out = outgoing[peer];
        out.unacknowledged[flow] += length;
        out.all += length;
        links.write(out.lane(peer, flow), time.now(), length);
        time.underWay(to);
      }
    } finally {
      links.lock.unlock();
    }
  }

  @Override
  public void grow(int peer, int wanted) {
    links.lock.lock();
    try {
      if (wanted > Math.max(count(peer), outgoing[peer].asked)) {
        outgoing[peer].asked = wanted;
        tell(peer, DELAYS_TO_GROW, () -> grown(peer, wanted));
      }
    } finally {
      links.lock.unlock();
    }
  }

  @Override
  void abort(int peer, byte[] notice) {
    if (session.member(peer) instanceof LinkedFlows to) {
      tell(peer, 1, () -> to.abortedBy(self, notice));
      time.underWay(to);
    }
  }

  @Override
  void end(int peer) {
    if (session.member(peer) instanceof LinkedFlows to) {
      for (int flow = 0; flow < count(peer); flow++) {
        links.write(outgoing[peer].lane(peer, flow), time.now(), 0);
      }
      time.underWay(to);
    }
  }

  private void tell(int peer, int delays, Runnable what) {
    links.tell(this, peer, time.now(), delays, events++, what);
  }

  // --- What it sees of its peers.

  @Override
  public long pending(int peer, int flow) {
    links.lock.lock();
    try {
      time.catchUp();
      return pipe(peer, 0).ended() ? 0 : outgoing[peer].unacknowledged[flow];
    } finally {
      links.lock.unlock();
    }
  }

  @Override
  public long load(int peer, int flow) {
    return pending(peer, flow);
  }

  @Override
  public boolean full(int peer) {
    links.lock.lock();
    try {
      time.catchUp();
      return outgoing[peer].all > WINDOW && !pipe(peer, 0).ended();
    } finally {
      links.lock.unlock();
    }
  }

  @Override
  public long nanoTime() {
    links.lock.lock();
    try {
      time.computed(this);
      return time.now();
    } finally {
      links.lock.unlock();
    }
  }

  @Override
  public void await(long nanos) {
    links.lock.lock();
    try {
      time.computed(this);
      if (!isSignalled()) {
        time.await(this, nanos);
      }
      takeSignal();
      if (takeIn()) {
        acknowledge();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      links.lock.unlock();
    }
  }

  private void acknowledge() {
    for (int peer : spec().members()) {
      if (!(session.member(peer) instanceof LinkedFlows from) || peer == self) {
        continue;
      }
      MemoryInbound[] pipes = pipes(peer);
      for (int flow = 0; flow < pipes.length; flow++) {
        long arrived = pipes[flow].arrived();
        if (arrived > told[peer][flow]) {
          told[peer][flow] = arrived;
          int acknowledged = flow;
          tell(peer, 1, () -> from.acknowledged(self, acknowledged, arrived));
          time.underWay(from);
        }
      }
    }
  }

  @Override
  void awaitMembers(long nanos) throws InterruptedException {
    time.awaitMembers(this, nanos);
  }

  @Override
  void rouse() {
    time.rouse(this);
  }

  @Override
  public void close() {
    if (left) {
      return;
    }
    left = true;
    super.close();
    links.lock.lock();
    try {
      time.left(this);
    } finally {
      links.lock.unlock();
    }
  }

  // --- What comes over the links; with the lock held.

  void land(int peer, int flow, long bytes) {
    if (isClosed()) {
      return;
    }
    MemoryInbound pipe = pipe(peer, flow);
    if (bytes > 0) {
      pipe.land(bytes);
    } else {
      pipe.end(null);
    }
    signal();
  }

  private void acknowledged(int peer, int flow, long received) {
    Outgoing out = outgoing[peer];
    boolean full = out.all > WINDOW;
    long bytes = received - out.acknowledged[flow];
    out.acknowledged[flow] = received;
    out.unacknowledged[flow] -= bytes;
    out.all -= bytes;
    if (full && out.all <= WINDOW) {
      signal();
    }
  }
}
