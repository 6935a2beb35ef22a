package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);
  private static final long ACK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long AFTER_REFUSAL_MILLIS = 200;

  /** Bytes that may wait here for room in the sockets: more would only be in the way. */
  private static final long UNSENT = 1 << 20;

  private final ManualIoEventLoop loop;
  private final boolean virtual = Thread.currentThread().isVirtual();
  private final @Nullable Member[] members;
  private long ackedAt;
  private volatile boolean wantsRoom;
  private volatile boolean lingering;
  private volatile boolean left;
  private boolean closed;

  DrivenSession(TcpTransport mesh, int id, SessionSpec spec) {
    super(mesh, id, spec);
    this.loop = new ManualIoEventLoop(Thread.currentThread(), mesh.io().factory());
    this.members = new Member[mesh.parties().size()];
    for (int peer : spec.members()) {
      if (peer != mesh.self()) {
        members[peer] = new Member(mesh.link(peer), spec.carriage().most());
      }
    }
  }

  /** One member: its lanes, of which the first {@code up} have stood. */
  final class Member extends TcpSession.Member {
    private final @Nullable Lane[] lanes;
    private int up;
    private int asked;

    Member(Link link, int most) {
      super(link);
      this.lanes = new Lane[most];
    }

    void countUp() {
      while (up < lanes.length) {
        Lane next = lanes[up];
        if (next == null || !next.stood) {
          return;
        }
        up++;
      }
    }

    Lane lane(int index) {
      Lane lane = lanes[index];
      if (lane == null) {
        lane = new Lane(this, index);
        lanes[index] = lane;
      }
      return lane;
    }

    List<Lane> all() {
      List<Lane> all = new ArrayList<>();
      for (Lane lane : lanes) {
        if (lane != null) {
          all.add(lane);
        }
      }
      return all;
    }

    /** The next of the indices below {@code wanted} that nobody has asked for, or -1. */
    synchronized int ask(int wanted) {
      return asked < Math.min(wanted, lanes.length) ? asked++ : -1;
    }

    @Override
    boolean allHere(List<Long> sent) {
      for (int i = 0; i < Math.min(sent.size(), lanes.length); i++) {
        if ((lanes[i] == null ? 0 : lanes[i].flow.received()) != sent.get(i)) {
          return false;
        }
      }
      return true;
    }

    @Override
    boolean mayCome() {
      for (Lane lane : lanes) {
        if (lane != null && lane.flow.isUp()) {
          return true;
        }
      }
      return false;
    }

    @Override
    void end(@Nullable Throwable why) {
      for (int i = 0; i < lanes.length; i++) {
        if (i == 0 || lanes[i] != null) {
          lane(i).inbound.end(why);
        }
      }
    }

    /** Whether the peer needs nothing more of us. */
    boolean isSatisfied() {
      return lost() != null
          || remote() < 0
          || closedAt() != null
          || all().stream().allMatch(lane -> lane.flow.pending() == 0);
    }
  }

  /** One flow to one member. */
  final class Lane implements Flow.Owner {
    private final Member member;
    private final Flow flow;
    private final TcpInbound inbound = new TcpInbound();
    private boolean stood;

    Lane(Member member, int index) {
      this.member = member;
      this.flow = new Flow(index, this);
    }

    @Override
    public void arrived(Flow from, ByteBuf bytes) {
      if (lingering) {
        bytes.release();
      } else {
        inbound.arrive(bytes);
      }
    }

    @Override
    public void acknowledge(Flow from, long received) {
      if (!lingering) {
        member.link().send(new ControlMessage.Ack(member.remote(), flow.index(), received));
      }
    }

    @Override
    public void dropped(Flow from, @Nullable Throwable cause) {
      dialSoon(Link.AFTER_DROP_MILLIS);
    }

    /** Leaves a moment for the peer's word that it has closed, which comes by another way. */
    private void dialSoon(long millis) {
      if (member.link().dials()) {
        member.link().loop().schedule(() -> run(this::dial), millis, TimeUnit.MILLISECONDS);
      }
    }

    /** Dials, if this party does, unless the peer has said all or is lost. */
    void dial() {
      if (lingering && member.isSatisfied()) {
        mesh().reap(DrivenSession.this);
        return;
      }
      List<Long> sent = member.closedAt();
      boolean done = sent != null && member.allHere(sent);
      if (member.link().dials() && member.lost() == null && !done && !flow.isClosed()) {
        int peer = member.link().peer().id();
        member
            .link()
            .mend(
                member.remote(),
                flow,
                (channel, handshake, hello) -> adopt(peer, channel, handshake, hello),
                this::refused);
      }
    }

    /** The peer does not know the session: it has closed, and its word for it may be under way. */
    private void refused() {
      dialSoon(AFTER_REFUSAL_MILLIS);
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

  /** Runs a task on the thread that serves the flows now. */
  private void run(Runnable task) {
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
    Member member = of(peer);
    if (hello.flow() >= member.lanes.length) {
      Listener.refuse(
          channel,
          handshake,
          "flow: expected 0 to " + (member.lanes.length - 1) + ", got " + hello.flow());
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
    attach(member, channel, handshake, hello);
  }

  private void attach(Member member, SocketChannel channel, Handshake handshake, Hello.Flow hello) {
    Lane lane = member.lane(hello.flow());
    lane.flow.detach();
    if (!channel.isOpen()) {
      handshake.discard();
      lane.dialSoon(Link.AFTER_DROP_MILLIS);
      return;
    }
    if (!member.link().dials()) {
      handshake.send(
          channel, mesh().flowHello(member.remote(), hello.flow(), lane.flow.received())::write);
    }
    if (!lane.flow.canResumeFrom(hello.received())) {
      channel.close();
      lost(
          member.link().peer().id(),
          new org.sotto.net.error.ConnectException(
              member.link().peer().label()
                  + ": cannot go on with a peer that has received "
                  + hello.received()
                  + " bytes of "
                  + lane.flow,
              null));
      return;
    }
    lane.flow.attach(channel, handshake, hello.received());
    lane.stood = true;
    member.countUp();
  }

  /** Dials what this party must, and returns whether all flows stand that there are to be. */
  boolean standing() {
    for (Member member : members) {
      if (member != null) {
        grow(member.link().peer().id(), spec().carriage().flows());
        boolean expected = member.lost() == null && member.closedAt() == null;
        if (expected && member.up < spec().carriage().flows()) {
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
    return Math.max(1, of(peer).up);
  }

  @Override
  public int most(int peer) {
    return of(peer).lanes.length;
  }

  @Override
  public void grow(int peer, int wanted) {
    Member member = of(peer);
    if (!member.link().dials()) {
      if (member.asked < wanted) {
        member.asked = wanted;
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
    return of(peer).lane(flow).inbound;
  }

  @Override
  public void write(int peer, int flow, ByteBuf block, int from, int length) {
    Member member = of(peer);
    Flow to = member.lane(flow).flow;
    if (member.lost() != null || member.closedAt() != null) {
      to.swallow(length);
    } else {
      to.send(block, from, length);
    }
  }

  @Override
  void acknowledged(int peer, int flow, long received) {
    Member member = of(peer);
    Lane lane = flow < member.lanes.length ? member.lanes[flow] : null;
    if (lane == null) {
      return;
    }
    lane.flow.acknowledged(received);
    if (wantsRoom) {
      wake();
    }
    if (lingering) {
      mesh().reap(this);
    }
  }

  @Override
  public long pending(int peer, int flow) {
    Lane lane = of(peer).lanes[flow];
    return lane == null ? 0 : lane.flow.pending();
  }

  @Override
  public long load(int peer, int flow) {
    return pending(peer, flow);
  }

  @Override
  public boolean full(int peer) {
    Member member = of(peer);
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
  private static long unsent(Member member) {
    long sum = 0;
    for (int flow = 0; flow < member.up; flow++) {
      sum += member.lane(flow).flow.unsent();
    }
    return sum;
  }

  private static long pending(Member member) {
    long sum = 0;
    for (int flow = 0; flow < member.up; flow++) {
      sum += member.lane(flow).flow.pending();
    }
    return sum;
  }

  @Override
  public boolean flushed(int peer) {
    Member member = of(peer);
    if (member.lost() != null || member.closedAt() != null) {
      return true;
    }
    for (int flow = 0; flow < member.up; flow++) {
      if (!member.lane(flow).flow.flushed()) {
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
    if (virtual) {
      poll(nanos);
    } else {
      loop.run(nanos);
    }
    settle();
  }

  /** On a slow link the next acknowledgement by size may be long in coming. */
  private void acknowledgeLate() {
    long now = System.nanoTime();
    if (now - ackedAt > ACK_NANOS) {
      ackedAt = now;
      for (Member member : members) {
        for (int flow = 0; member != null && flow < member.up; flow++) {
          member.lane(flow).flow.acknowledgeNow();
        }
      }
    }
  }

  /**
   * A virtual thread that blocks in the selector's native call holds its carrier, and a handful of
   * sessions that wait for each other would hold all of them; so it looks and parks in turn.
   */
  private void poll(long nanos) {
    long end = System.nanoTime() + nanos;
    long pause = SHORTEST_PAUSE_NANOS;
    while (loop.runNow() == 0 && !Thread.currentThread().isInterrupted()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(Math.min(left, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
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
      sent += lane.flow.sentBytes();
      received += lane.flow.overheadReceived() + lane.inbound.arrived();
      overheadSent += lane.flow.overheadSent();
      overheadReceived += lane.flow.overheadReceived();
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
    for (Member member : members) {
      if (member != null) {
        if (!member.isSatisfied()) {
          return false;
        }
        member.all().forEach(lane -> lane.flow.close());
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
    for (Member member : members) {
      if (member != null) {
        close(member);
      }
    }
    loop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    while (!loop.isTerminated()) {
      loop.runNow();
    }
    left = true; // From here on the mesh's event loop has it.
    mesh().reap(this);
  }

  private void close(Member member) {
    if (member.lost() == null && member.remote() >= 0) {
      List<Long> sent = new ArrayList<>();
      for (int flow = 0; flow < member.up; flow++) {
        sent.add(member.lane(flow).flow.written());
      }
      member.link().send(new ControlMessage.Closed(member.remote(), sent));
    }
    boolean over = member.isSatisfied();
    for (Lane lane : member.all()) {
      lane.inbound.release();
      SocketChannel channel = lane.flow.channel();
      if (over) {
        lane.flow.close();
        if (channel != null) {
          drive(channel.closeFuture());
        }
      } else if (channel != null) {
        drive(channel.deregister());
        mesh().register(channel, lane.flow::flush);
      }
    }
  }

  private void drive(Future<?> future) {
    while (!future.isDone()) {
      if (virtual) {
        poll(TimeUnit.MILLISECONDS.toNanos(1));
      } else {
        loop.run(TimeUnit.MILLISECONDS.toNanos(1));
      }
    }
  }
}
