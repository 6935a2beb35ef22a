package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.link.Relay;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.transport.FlowTotals;

/**
 * All that joins this party to one other: the control flow, the flows of shared sessions, and the
 * health of both. The control flow carries what must never wait behind data: offers of sessions,
 * acknowledgements, aborts and heartbeats. When it breaks, the party that dialed dials again; a
 * peer whose host refuses connections, or that stays away too long, is lost.
 *
 * <p>All but {@link #send} and the getters run on the mesh's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Link implements Flow.Owner {
  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  /** Control messages that a peer may leave untaken: those of some 100,000 sessions. */
  private static final long MAX_UNTAKEN = 16 << 20;

  private static final long MAX_UNANSWERED = 64 << 10;

  /** How long after a connection dropped the next one is dialed. */
  static final long AFTER_DROP_MILLIS = 20;

  private final TcpTransport mesh;
  private final Party peer;
  private final EventLoop loop;
  private final boolean dials;
  private final @Nullable Relay relay;
  private final Flow control = new Flow(0, this);
  private final Mux[] shared;
  private final ControlReader reader = new ControlReader();
  private final Health health;
  private final CompletableFuture<Link> connected = new CompletableFuture<>();
  private final Mending mending;
  private final AtomicBoolean sharing = new AtomicBoolean();
  private final CompletableFuture<Boolean> left = new CompletableFuture<>();
  private volatile boolean leaving;
  private volatile Hello.@Nullable Control peerHello;
  private volatile @Nullable ConnectException lost;

  Link(TcpTransport mesh, Party peer, EventLoop loop, TcpOptions options) {
    this.mesh = mesh;
    this.peer = peer;
    this.loop = loop;
    this.dials = mesh.self() > peer.id();
    this.health = new Health(this, options);
    this.mending = new Mending(mesh, this);
    this.relay = dials ? options.link().map(this::relay).orElse(null) : null;
    this.shared = new Mux[options.sharedFlows()];
    Arrays.setAll(shared, i -> new Mux(this, i + 1));
  }

  /** The emulated link, which stands at the end that dials. */
  private Relay relay(LinkProfile profile) {
    return Relay.to(peer.advertised(), profile, 31L * mesh.self() + peer.id());
  }

  Party peer() {
    return peer;
  }

  /** Where to dial. */
  Endpoint dialAt() {
    return relay == null ? peer.advertised() : relay.endpoint();
  }

  /** Ends what stands beside the event loop, at the end of the mesh. */
  void close() {
    if (relay != null) {
      relay.close();
    }
  }

  TcpTransport mesh() {
    return mesh;
  }

  EventLoop loop() {
    return loop;
  }

  /** Whether this party dials, and not the peer. */
  boolean dials() {
    return dials;
  }

  /** Completes when the control flow stands for the first time. */
  CompletableFuture<Link> connected() {
    return connected;
  }

  /** Why the peer is lost, or null. */
  @Nullable ConnectException lost() {
    return lost;
  }

  Flow control() {
    return control;
  }

  Hello.@Nullable Control peerHello() {
    return peerHello;
  }

  /** The shared flow of an index from 0. */
  Mux shared(int index) {
    return shared[index];
  }

  int sharedFlows() {
    return shared.length;
  }

  /** The least round-trip time in nanoseconds that a heartbeat has seen, or 0. */
  long rttNanos() {
    return health.rttNanos();
  }

  /** What is no session's; a snapshot while the event loop goes on. */
  FlowTotals overhead() {
    long sent = control.sentBytes();
    long received = control.receivedBytes();
    for (Mux mux : shared) {
      sent += mux.flow().overheadSent();
      received += mux.flow().overheadReceived();
    }
    return new FlowTotals(sent, received, sent, received);
  }

  /** Sends a control message; from any thread, in order for each. */
  void send(ControlMessage message) {
    ByteBuf bytes = message.encoded();
    try {
      loop.execute(
          () -> {
            if (lost == null) {
              control.write(bytes, 0, bytes.writerIndex());
              control.flush();
            }
            bytes.release();
            if (lost == null && untaken() > MAX_UNTAKEN) {
              lost(
                  new ConnectException(
                      peer.label()
                          + ": expected control messages to be taken, got "
                          + untaken()
                          + " bytes that are not",
                      null));
            }
          });
    } catch (RejectedExecutionException e) {
      bytes.release(); // The mesh has closed.
    }
  }

  /**
   * Says farewell. Completes when the peer has hung up, so that the word is not lost with the
   * connection.
   */
  CompletableFuture<Boolean> leave() {
    leaving = true;
    if (lost != null || peerHello == null) {
      left.complete(true);
    } else {
      send(new ControlMessage.Bye());
    }
    return left;
  }

  /** Takes a control connection whose hello is right; answers first if the peer dialed. */
  void controlUp(SocketChannel channel, Handshake handshake, Hello.Control hello) {
    if (lost != null) {
      channel.close();
      return;
    }
    if (!channel.isOpen()) {
      handshake.discard();
      dropped(control, null);
      return;
    }
    if (!dials) {
      handshake.send(channel, mesh.controlHello(control)::write);
    }
    boolean first = peerHello == null;
    peerHello = hello;
    health.up();
    try {
      control.attach(channel, handshake, hello.received());
    } catch (IllegalStateException e) {
      lost(new ConnectException(peer.label() + ": " + e.getMessage(), e));
      return;
    }
    if (first) {
      connected.complete(this);
    }
  }

  /** Lets the shared flows stand, when the first session needs them; from any thread. */
  void share() {
    if (dials && sharing.compareAndSet(false, true)) {
      mesh.execute(
          () -> {
            for (Mux mux : shared) {
              mux.dial();
            }
          });
    }
  }

  /** What dials for this link's missing connections. */
  Mending mending() {
    return mending;
  }

  boolean isLeaving() {
    return leaving;
  }

  /** Whether a control hello comes from the process that this link has known. */
  boolean isSameMesh(Hello.Control hello) {
    Hello.Control known = peerHello;
    return known == null || Arrays.equals(known.nonce(), hello.nonce());
  }

  @Override
  public void arrived(Flow flow, ByteBuf bytes) {
    health.heard();
    try {
      reader.read(bytes, this::handle);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      lost(
          new ConnectException(
              peer.label() + ": expected a control message, got " + e.getMessage(), e));
    }
  }

  private void handle(ControlMessage message) {
    switch (message) {
      case ControlMessage.Open open -> mesh.openings().offered(this, open);
      case ControlMessage.GiveUp gaveUp ->
          mesh.openings().gaveUp(peer.id(), gaveUp.key(), gaveUp.reason());
      case ControlMessage.Closed closed -> {
        TcpSession session = session(closed.session());
        if (session != null) {
          session.closedBy(peer.id(), closed.sent());
        }
      }
      case ControlMessage.Abort abort -> {
        TcpSession session = session(abort.session());
        if (session != null) {
          session.abortedBy(peer.id(), abort.notice());
        }
      }
      case ControlMessage.Ack ack -> acknowledged(ack);
      case ControlMessage.Grow grow -> {
        TcpSession session = session(grow.session());
        if (session != null && dials) {
          session.grow(peer.id(), grow.flows());
        }
      }
      case ControlMessage.Ping ping -> {
        if (untaken() < MAX_UNANSWERED) { // Whoever takes no answers gets no more.
          send(new ControlMessage.Pong(ping.stamp()));
        }
      }
      case ControlMessage.Pong pong -> health.echo(pong.stamp());
      case ControlMessage.Bye _ -> lost(new ConnectException(peer.label() + " has left", null));
    }
  }

  private long untaken() {
    return Math.max(control.pending(), control.unsent());
  }

  private @Nullable TcpSession session(int number) {
    TcpSession session = mesh.sessions().get(number);
    return session != null && session.hasMember(peer.id()) ? session : null;
  }

  private void acknowledged(ControlMessage.Ack ack) {
    if (ack.session() != 0) {
      TcpSession session = session(ack.session());
      if (session != null) {
        session.acknowledged(peer.id(), ack.flow(), ack.received());
      }
    } else if (ack.flow() == 0 && ack.received() > control.written()) {
      lost(
          new ConnectException(
              peer.label()
                  + ": expected an acknowledgement of at most "
                  + control.written()
                  + " bytes on the control flow, got "
                  + ack.received(),
              null));
    } else if (ack.flow() == 0) {
      control.acknowledged(ack.received());
      control.prune();
    } else if (ack.flow() <= shared.length) {
      shared[ack.flow() - 1].acknowledged(ack.received());
    }
  }

  @Override
  public void acknowledge(Flow flow, long received) {
    send(new ControlMessage.Ack(0, 0, received));
  }

  @Override
  public String title() {
    return peer.label() + ", control";
  }

  @Override
  public void dropped(Flow flow, @Nullable Throwable cause) {
    if (leaving) {
      left.complete(true);
    } else if (lost == null) {
      LOG.log(System.Logger.Level.DEBUG, "the control flow to {0} dropped", peer.label());
      health.down();
      if (dials) {
        mending.control(control);
      }
    }
  }

  /** Looks at the clock, a few times a second. */
  void tick() {
    if (lost == null && peerHello != null) {
      health.tick(control.isUp());
    }
  }

  /** Leaves a control connection that has gone silent. */
  void breakControl() {
    control.detach();
    dropped(control, null);
  }

  /** Gives the peer up, for all sessions. */
  void lost(ConnectException why) {
    if (lost != null) {
      return;
    }
    lost = why;
    LOG.log(System.Logger.Level.DEBUG, "{0}", why.getMessage());
    control.close();
    reader.close();
    for (Mux mux : shared) {
      mux.close();
    }
    mending.stop();
    connected.completeExceptionally(why);
    left.complete(true);
    mesh.lost(this, why);
  }
}
