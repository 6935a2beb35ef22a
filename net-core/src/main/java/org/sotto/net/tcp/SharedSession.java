package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
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

  /** What a link's sessions may have under way together before each is held to its fair share. */
  private static final long LINK_WINDOW = 16 << 20;

  private static final long CREDIT_WINDOW = 4 << 20;
  private static final long CREDIT_STEP = CREDIT_WINDOW / 8;

  private record Arrival(int peer, int flow, ByteBuf bytes, int header) {}

  private final @Nullable Member[] members;
  private final SpscLinkedVarHandleUnpaddedQueue<Arrival> arrivals =
      new SpscLinkedVarHandleUnpaddedQueue<>();
  private final Thread owner = Thread.currentThread();
  private volatile boolean signalled;
  private volatile boolean waiting;
  private volatile boolean closed;

  SharedSession(TcpTransport mesh, int id, SessionSpec spec) {
    super(mesh, id, spec);
    this.members = new Member[mesh.parties().size()];
    for (int peer : spec.members()) {
      if (peer != mesh.self()) {
        members[peer] = new Member(mesh.link(peer), flowsOf(spec, mesh.link(peer)));
        mesh.link(peer).share();
      }
    }
  }

  private static int flowsOf(SessionSpec spec, Link link) {
    return Math.min(Math.max(2, spec.carriage().flows()), link.sharedFlows());
  }

  /** One member: its flows' bytes both ways. */
  static final class Member extends TcpSession.Member {
    private final TcpInbound[] inbound;
    private final long[] written;
    private final long[] credited;
    private final AtomicLong handedOver = new AtomicLong();
    private final AtomicLong headers = new AtomicLong();
    private final AtomicLongArray acked;
    private long headersReceived;
    private volatile long taken;
    private long delivered;

    Member(Link link, int flows) {
      super(link);
      this.inbound = new TcpInbound[flows];
      Arrays.setAll(inbound, i -> new TcpInbound());
      this.written = new long[flows];
      this.credited = new long[flows];
      this.acked = new AtomicLongArray(flows);
    }

    /** Notes that a run has left the queue of its flow; on the event loop. */
    void handedOver(int bytes, int header) {
      handedOver.addAndGet(bytes);
      headers.addAndGet(header);
    }

    private long sum() {
      long sum = 0;
      for (long bytes : written) {
        sum += bytes;
      }
      return sum;
    }

    private long pending() {
      long sum = 0;
      for (int flow = 0; flow < written.length; flow++) {
        sum += written[flow] - acked.get(flow);
      }
      return sum;
    }

    private long arrived() {
      long sum = 0;
      for (TcpInbound flow : inbound) {
        sum += flow.arrived();
      }
      return sum;
    }

    @Override
    boolean allHere(List<Long> sent) {
      for (int flow = 0; flow < Math.min(inbound.length, sent.size()); flow++) {
        if (inbound[flow].arrived() != sent.get(flow)) {
          return false;
        }
      }
      return true;
    }

    @Override
    boolean mayCome() {
      return false;
    }

    @Override
    void end(@Nullable Throwable why) {
      for (TcpInbound flow : inbound) {
        flow.end(why);
      }
    }
  }

  @Override
  @Nullable Member member(int peer) {
    return members[peer];
  }

  private Member of(int peer) {
    Member member = members[peer];
    if (member == null) {
      throw new IllegalArgumentException("party " + peer + " is not in session " + spec().key());
    }
    return member;
  }

  /** Takes a run for the session's thread; on the event loop. */
  void deliver(int peer, int flow, ByteBuf bytes, int header) {
    Member member = of(peer);
    if (closed || flow >= member.inbound.length) {
      bytes.release();
      return;
    }
    member.delivered += bytes.readableBytes();
    if (member.delivered - member.taken > 2 * CREDIT_WINDOW) {
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
                      + (member.delivered - member.taken),
                  null));
      return;
    }
    arrivals.offer(new Arrival(peer, flow, bytes, header));
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
    return of(peer).inbound.length;
  }

  @Override
  public int most(int peer) {
    return of(peer).inbound.length;
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
    return of(peer).inbound[flow];
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    Member member = of(peer);
    member.written[flow] += length;
    if (member.lost() == null && member.closedAt() == null) {
      member.link().shared(flow).submit(member, flow, block, from, length);
    }
  }

  @Override
  void acknowledged(int peer, int flow, long received) {
    Member member = of(peer);
    if (flow < member.acked.length() && received > member.acked.get(flow)) {
      member.acked.set(flow, received);
      wake();
    }
  }

  @Override
  public long pending(int peer, int flow) {
    Member member = of(peer);
    return Math.max(0, member.written[flow] - member.acked.get(flow));
  }

  @Override
  public long load(int peer, int flow) {
    Member member = of(peer);
    boolean spared = flow == 0 && member.written.length > 1;
    return spared ? Long.MAX_VALUE - 1 : member.link().shared(flow).backlog();
  }

  @Override
  public boolean full(int peer) {
    Member member = of(peer);
    if (member.lost() != null || member.closedAt() != null) {
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
    return pending >= (backlog < LINK_WINDOW ? CREDIT_WINDOW : FAIR_SHARE);
  }

  @Override
  public boolean flushed(int peer) {
    Member member = of(peer);
    return member.lost() != null
        || member.closedAt() != null
        || member.handedOver.get() >= member.sum();
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
      Member member = of(next.peer());
      long taken = member.taken;
      member.taken = taken + next.bytes().readableBytes(); // this thread alone writes it
      member.headersReceived += next.header();
      member.inbound[next.flow()].arrive(next.bytes());
    }
    for (Member member : members) {
      if (member == null) {
        continue;
      }
      for (int flow = 0; flow < member.inbound.length; flow++) {
        long arrived = member.inbound[flow].arrived();
        if (arrived - member.credited[flow] >= CREDIT_STEP) {
          credit(member, flow, arrived);
        }
      }
    }
  }

  private static void credit(Member member, int flow, long arrived) {
    member.credited[flow] = arrived;
    if (member.lost() == null) {
      member.link().send(new ControlMessage.Ack(member.remote(), flow, arrived));
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public FlowTotals totals(int peer) {
    Member member = of(peer);
    long headers = member.headers.get();
    return new FlowTotals(
        member.sum() + headers,
        member.arrived() + member.headersReceived,
        headers,
        member.headersReceived);
  }

  @Override
  boolean isClosedHere() {
    return closed;
  }

  @Override
  boolean isOver() {
    if (!closed) {
      return false;
    }
    for (Member member : members) {
      if (member != null
          && member.remote() >= 0
          && member.closedAt() == null
          && member.lost() == null) {
        return false;
      }
    }
    for (Arrival late = arrivals.poll(); late != null; late = arrivals.poll()) {
      late.bytes().release(); // It came while the session closed; its thread looks no more.
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
    for (Member member : members) {
      if (member != null) {
        for (TcpInbound flow : member.inbound) {
          flow.release();
        }
        if (member.lost() == null && member.remote() >= 0) {
          member
              .link()
              .send(
                  new ControlMessage.Closed(
                      member.remote(), Arrays.stream(member.written).boxed().toList()));
        }
      }
    }
    mesh().reap(this);
  }
}
