package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jctools.queues.varhandle.unpadded.SpscLinkedVarHandleUnpaddedQueue;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;

/**
 * A session over the mesh's flows: the event loop puts what arrives into a queue and unparks the
 * session's thread. What a peer may have under way is bounded by credit, given for what the thread
 * has taken in while it waited. Flow 0 travels on the first of the mesh's flows, which large
 * messages leave free where there are more.
 */
final class SharedSession extends TcpSession {
  /** A session may have this much under way however busy the link is. */
  private static final long FAIR_SHARE = 64 << 10;

  /**
   * What a link's sessions may have under way together before each waits for its own to be through.
   */
  private static final long LINK_WINDOW = 16 << 20;

  private static final long CREDIT_WINDOW = 4 << 20;
  private static final long CREDIT_STEP = CREDIT_WINDOW / 8;

  private final @Nullable SharedMember[] members;
  private final SpscLinkedVarHandleUnpaddedQueue<Arrival> arrivals =
      new SpscLinkedVarHandleUnpaddedQueue<>();
  private final Thread owner = Thread.currentThread();
  private @Nullable Arrival joinable; // the event loop's: the last one, if it was short
  private volatile boolean signalled;
  private volatile boolean waiting;
  private volatile boolean closed;
  private volatile boolean left;

  SharedSession(TcpTransport mesh, int id, SessionSpec spec) {
    super(mesh, id, spec);
    this.members = new SharedMember[mesh.parties().size()];
    for (int peer : spec.members()) {
      if (peer != mesh.self()) {
        members[peer] = new SharedMember(mesh.link(peer), flowsOf(spec, mesh.link(peer)));
        mesh.link(peer).share();
      }
    }
  }

  private static int flowsOf(SessionSpec spec, Link link) {
    return Math.min(Math.max(2, spec.carriage().flows()), link.sharedFlows());
  }

  @Override
  @Nullable SharedMember member(int peer) {
    return members[peer];
  }

  private SharedMember of(int peer) {
    SharedMember member = members[peer];
    if (member == null) {
      throw new IllegalArgumentException("party " + peer + " is not in session " + spec().key());
    }
    return member;
  }

  /** Takes a run for the session's thread; on the event loop. */
  void deliver(int peer, int flow, ByteBuf bytes, int header) {
    SharedMember member = of(peer);
    if (flow >= member.flows()) {
      bytes.release();
      return;
    }
    long untaken = member.deliver(bytes.readableBytes());
    if (closed) {
      bytes.release();
      if (member.closedAt() != null) {
        mesh().reap(this); // This may be the last run that it was kept for.
      }
      return;
    }
    if (untaken > 2 * CREDIT_WINDOW) {
      bytes.release();
      member
          .link()
          .lost(
              new ConnectException(
                  member.link().peer().label()
                      + ", session "
                      + spec().key()
                      + ": expected at most "
                      + CREDIT_WINDOW
                      + " bytes beyond what was taken, got "
                      + untaken,
                  null));
      return;
    }
    boolean shortRun = Arrival.isShort(bytes);
    if (shortRun && joinable != null && joinable.join(peer, flow, bytes, header)) {
      bytes.release();
      return; // Its thread has been woken for what it joined.
    }
    Arrival next = new Arrival(peer, flow, bytes, header);
    joinable = shortRun ? next : null;
    arrivals.offer(next);
    wake();
  }

  @Override
  void wake() {
    signalled = true;
    if (waiting) {
      LockSupport.unpark(owner);
    }
  }

  @Override
  public int count(int peer) {
    return of(peer).flows();
  }

  @Override
  public int most(int peer) {
    return of(peer).flows();
  }

  @Override
  public void grow(int peer, int wanted) {
    // The mesh's flows are as many as they are.
  }

  @Override
  void adopt(int peer, SocketChannel channel, Handshake handshake, Hello.Flow hello) {
    Listener.refuse(channel, handshake, "session " + spec().key() + " has no flows of its own");
  }

  @Override
  public Inbound inbound(int peer, int flow) {
    return of(peer).flow(flow);
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    of(peer).write(flow, block, from, length);
  }

  @Override
  void acknowledged(int peer, int flow, long received) {
    SharedMember member = of(peer);
    try {
      if (member.acknowledged(flow, received, spec().key())) {
        wake();
      }
    } catch (ConnectException e) {
      member.link().lost(e);
    }
  }

  @Override
  public long pending(int peer, int flow) {
    return of(peer).pending(flow);
  }

  @Override
  public long load(int peer, int flow) {
    SharedMember member = of(peer);
    boolean spared = flow == 0 && member.flows() > 1;
    return spared ? Long.MAX_VALUE - 1 : member.link().shared(flow).backlog();
  }

  @Override
  public boolean full(int peer) {
    SharedMember member = of(peer);
    if (!member.reads()) {
      return false;
    }
    long pending = member.pending();
    if (pending < FAIR_SHARE) {
      return false;
    }
    long backlog = 0;
    for (int i = 0; i < member.link().sharedFlows(); i++) {
      backlog += member.link().shared(i).backlog();
    }
    // Credit comes in steps larger than a fair share: what the link has carried is none of it.
    return pending >= CREDIT_WINDOW || (backlog >= LINK_WINDOW && !member.isThrough());
  }

  @Override
  public boolean flushed(int peer) {
    SharedMember member = of(peer);
    return !member.reads() || member.flushed();
  }

  @Override
  public boolean stranded(int peer) {
    return false; // The event loop has it.
  }

  @Override
  public void await(long nanos) {
    waiting = true;
    if (!signalled && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(this, nanos);
    }
    waiting = false;
    signalled = false;
    takeIn();
    settle();
  }

  private void takeIn() {
    for (Arrival next = arrivals.poll(); next != null; next = arrivals.poll()) {
      next.claimed();
      of(next.peer()).take(next.flow(), next.bytes(), next.header());
    }
    for (SharedMember member : members) {
      if (member != null) {
        member.credit(CREDIT_STEP);
      }
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public FlowTotals totals(int peer) {
    return of(peer).totals();
  }

  @Override
  boolean isClosedHere() {
    return closed;
  }

  @Override
  boolean isOver() {
    if (!left) {
      return false; // Its thread may still take arrivals.
    }
    for (SharedMember member : members) {
      if (member != null && member.remote() >= 0 && member.lost() == null) {
        List<Long> sent = member.closedAt();
        if (sent == null || !member.allDelivered(sent)) {
          return false; // What is under way must not find another session of the same number.
        }
      }
    }
    // What came while the session closed: its thread looks no more.
    for (Arrival late = arrivals.poll(); late != null; late = arrivals.poll()) {
      late.claimed().bytes().release();
    }
    return true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    takeIn();
    for (SharedMember member : members) {
      if (member != null) {
        member.release();
        if (member.lost() == null && member.remote() >= 0) {
          member.link().send(new ControlMessage.Closed(member.remote(), member.submitted()));
        }
      }
    }
    left = true;
    mesh().reap(this);
  }
}
