package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;

/**
 * A session with flows of its own: all its sockets are registered on one event loop that runs only
 * when the session's thread waits, so a blocking receive reads the socket on the waiting thread and
 * no second thread stands between. When it closes, what its peers have not acknowledged goes on
 * from the mesh's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class DrivenSession extends TcpSession {
  private static final long ACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Bytes that may wait here for room in the sockets: more would only be in the way. */
  private static final long UNSENT = 1 << 20;

  /** Connections that may wait for this session's thread to look at them. */
  private static final int MOST_PARKED = 64;

  private final ManualIoEventLoop loop;
  private final AtomicInteger parked = new AtomicInteger();
  private final DrivenLoop waiting;
  private final @Nullable DrivenMember[] members;
  private long ackedAt;
  private volatile boolean wantsRoom;
  private volatile boolean lingering;
  private volatile boolean left;
  private boolean closed;

  DrivenSession(TcpTransport mesh, int id, SessionSpec spec) {
    super(mesh, id, spec);
    this.loop = new ManualIoEventLoop(Thread.currentThread(), mesh.io().factory());
    this.waiting = new DrivenLoop(loop, Thread.currentThread().isVirtual());
    this.members = new DrivenMember[mesh.parties().size()];
    for (int peer : spec.members()) {
      if (peer != mesh.self()) {
        members[peer] = new DrivenMember(this, mesh.link(peer), spec.carriage().most());
      }
    }
  }

  @Override
  @Nullable DrivenMember member(int peer) {
    return members[peer];
  }

  private DrivenMember of(int peer) {
    DrivenMember member = members[peer];
    if (member == null) {
      throw new IllegalArgumentException("party " + peer + " is not in session " + spec().key());
    }
    return member;
  }

  /** Runs a task on the thread that serves the flows now. */
  void run(Runnable task) {
    synchronized (loop) {
      if (!lingering) {
        loop.execute(task);
        return;
      }
    }
    mesh().execute(task);
  }

  @Override
  void adopt(int peer, SocketChannel channel, Handshake handshake, Hello.Flow hello) {
    DrivenMember member = of(peer);
    if (hello.flow() >= member.most()) {
      Listener.refuse(
          channel,
          handshake,
          "flow: expected 0 to " + (member.most() - 1) + ", got " + hello.flow());
      return;
    }
    if (parked.incrementAndGet() > MOST_PARKED) {
      parked.decrementAndGet();
      Listener.refuse(
          channel,
          handshake,
          "session "
              + spec().key()
              + ": expected at most "
              + MOST_PARKED
              + " connections that its thread has not looked at, got one more");
      return;
    }
    synchronized (loop) {
      if (!lingering) {
        channel
            .deregister()
            .addListener(
                left ->
                    run(
                        () -> {
                          parked.decrementAndGet();
                          if (lingering) {
                            channel.unsafe().closeForcibly(); // The peer dials again.
                            handshake.discard();
                          } else {
                            EventLoopGroup driven = loop;
                            driven.register(channel);
                            attach(member, channel, handshake, hello);
                          }
                        }));
        return;
      }
    }
    parked.decrementAndGet();
    attach(member, channel, handshake, hello);
  }

  private void attach(
      DrivenMember member, SocketChannel channel, Handshake handshake, Hello.Flow hello) {
    Lane lane = member.lane(hello.flow());
    lane.flow().detach();
    if (!channel.isOpen()) {
      handshake.discard();
      lane.dialSoon(Link.AFTER_DROP_MILLIS);
      return;
    }
    if (!member.link().dials()) {
      handshake.send(
          channel, mesh().flowHello(member.remote(), hello.flow(), lane.flow().received())::write);
    }
    if (!lane.flow().canResumeFrom(hello.received())) {
      channel.close();
      lost(
          member.link().peer().id(),
          new org.sotto.net.error.ConnectException(
              member.link().peer().label()
                  + ": cannot go on with a peer that has received "
                  + hello.received()
                  + " bytes of "
                  + lane.flow(),
              null));
      return;
    }
    lane.flow().attach(channel, handshake, hello.received());
    lane.hasStood();
    member.countUp();
  }

  /** Dials what this party must, and returns whether all flows stand that there are to be. */
  boolean standing() {
    for (DrivenMember member : members) {
      if (member != null) {
        grow(member.link().peer().id(), spec().carriage().flows());
        boolean expected = member.lost() == null && member.closedAt() == null;
        if (expected && member.up() < spec().carriage().flows()) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  void wake() {
    loop.wakeup();
  }

  @Override
  public int count(int peer) {
    return Math.max(1, of(peer).up());
  }

  @Override
  public int most(int peer) {
    return of(peer).most();
  }

  @Override
  public void grow(int peer, int wanted) {
    DrivenMember member = of(peer);
    if (!member.link().dials()) {
      if (member.askedFor(wanted)) {
        if (wanted > spec().carriage().flows()) {
          member.link().send(new ControlMessage.Grow(member.remote(), wanted));
        }
      }
      return;
    }
    for (int index = member.ask(wanted); index >= 0; index = member.ask(wanted)) {
      int next = index;
      run(() -> member.lane(next).dial());
    }
  }

  @Override
  public Inbound inbound(int peer, int flow) {
    return of(peer).lane(flow).inbound();
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    DrivenMember member = of(peer);
    Flow to = member.lane(flow).flow();
    if (member.lost() != null || member.closedAt() != null) {
      to.swallow(length);
    } else {
      to.send(block, from, length);
    }
  }

  @Override
  void acknowledged(int peer, int flow, long received) {
    DrivenMember member = of(peer);
    Lane lane = member.known(flow);
    if (lane == null) {
      return;
    }
    lane.flow().acknowledged(received);
    if (wantsRoom) {
      wake();
    }
    if (lingering) {
      mesh().reap(this);
    }
  }

  @Override
  public long pending(int peer, int flow) {
    Lane lane = of(peer).known(flow);
    return lane == null ? 0 : lane.flow().pending();
  }

  @Override
  public long load(int peer, int flow) {
    return pending(peer, flow);
  }

  @Override
  public boolean full(int peer) {
    DrivenMember member = of(peer);
    wantsRoom = true;
    if (member.lost() == null
        && member.closedAt() == null
        && (unsent(member) >= UNSENT || pending(member) >= window(member.link().rttNanos()))) {
      return true;
    }
    wantsRoom = false;
    return false;
  }

  /** Bytes that the sockets have not taken yet. */
  private static long unsent(DrivenMember member) {
    long sum = 0;
    for (int flow = 0; flow < member.up(); flow++) {
      sum += member.lane(flow).flow().unsent();
    }
    return sum;
  }

  private static long pending(DrivenMember member) {
    long sum = 0;
    for (int flow = 0; flow < member.up(); flow++) {
      sum += member.lane(flow).flow().pending();
    }
    return sum;
  }

  @Override
  public boolean flushed(int peer) {
    DrivenMember member = of(peer);
    if (member.lost() != null || member.closedAt() != null) {
      return true;
    }
    for (int flow = 0; flow < member.up(); flow++) {
      if (!member.lane(flow).flow().flushed()) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean stranded(int peer) {
    return !flushed(peer);
  }

  @Override
  public void await(long nanos) {
    acknowledgeLate();
    waiting.await(nanos);
    settle();
  }

  /** On a slow link the next acknowledgement by size may be long in coming. */
  private void acknowledgeLate() {
    long now = System.nanoTime();
    if (now - ackedAt > ACK_NANOS) {
      ackedAt = now;
      for (DrivenMember member : members) {
        for (int flow = 0; member != null && flow < member.up(); flow++) {
          member.lane(flow).flow().acknowledgeNow();
        }
      }
    }
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public FlowTotals totals(int peer) {
    long sent = 0;
    long received = 0;
    long overheadSent = 0;
    long overheadReceived = 0;
    for (Lane lane : of(peer).all()) {
      sent += lane.flow().sentBytes();
      received += lane.flow().overheadReceived() + lane.inbound().arrived();
      overheadSent += lane.flow().overheadSent();
      overheadReceived += lane.flow().overheadReceived();
    }
    return new FlowTotals(sent, received, overheadSent, overheadReceived);
  }

  @Override
  boolean isClosedHere() {
    return lingering;
  }

  @Override
  boolean isOver() {
    if (!left) {
      return false;
    }
    for (DrivenMember member : members) {
      if (member != null) {
        if (!member.isSatisfied()) {
          return false;
        }
        member.all().forEach(lane -> lane.flow().close());
      }
    }
    return true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    synchronized (loop) {
      lingering = true;
    }
    for (DrivenMember member : members) {
      if (member != null) {
        close(member);
      }
    }
    waiting.end();
    left = true; // From here on the mesh's event loop has it.
    mesh().reap(this);
  }

  private void close(DrivenMember member) {
    if (member.lost() == null && member.remote() >= 0) {
      List<Long> sent = new ArrayList<>();
      for (int flow = 0; flow < member.up(); flow++) {
        sent.add(member.lane(flow).flow().written());
      }
      member.link().send(new ControlMessage.Closed(member.remote(), sent));
    }
    boolean over = member.isSatisfied();
    for (Lane lane : member.all()) {
      lane.inbound().release();
      SocketChannel channel = lane.flow().channel();
      if (over) {
        lane.flow().close();
        if (channel != null) {
          waiting.drive(channel.closeFuture());
        }
      } else if (channel != null) {
        waiting.drive(channel.deregister());
        mesh().register(channel, lane.flow()::flush);
      }
    }
  }
}
