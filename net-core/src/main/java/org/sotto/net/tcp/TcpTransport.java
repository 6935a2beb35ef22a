package org.sotto.net.tcp;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * TCP between processes. Of two parties the one with the higher id dials, for the control flow and
 * for every other; so the party with id 0 needs no way out, and the last none in.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
public final class TcpTransport implements Transport {
  private static final System.Logger LOG = System.getLogger(TcpTransport.class.getName());
  private static final SecureRandom NONCES = new SecureRandom();
  private static final long TICK_MILLIS = 100;
  private static final long FAREWELL_MILLIS = 500;

  /** Numbers of shared sessions stand in every run and are used again; those of others are not. */
  private static final int FIRST_DRIVEN = 1 << 24;

  private final PartyTable parties;
  private final int self;
  private final TcpOptions options;
  private final SocketIo io = SocketIo.best();
  private final MultiThreadIoEventLoopGroup group;
  private final EventLoop loop;
  private final Security security;
  private final byte[] nonce = new byte[16];
  private final Map<Integer, Link> links = new HashMap<>();
  private final CompletableFuture<Link> broken = new CompletableFuture<>();
  private final Map<Integer, TcpSession> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger lastNumber = new AtomicInteger();
  private final AtomicInteger lastDriven = new AtomicInteger(FIRST_DRIVEN);
  private final ConcurrentLinkedQueue<Integer> freeNumbers = new ConcurrentLinkedQueue<>();
  private final Openings openings = new Openings(this);
  private final Listener listener;
  private volatile boolean closed;

  private TcpTransport(PartyTable parties, int self, TcpOptions options) {
    this.parties = parties;
    this.self = self;
    this.options = options;
    this.security = new Security(options.tls(), parties.party(self), options.handshakeTimeout());
    this.group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("sotto-mesh-" + self, true), io.factory());
    this.loop = group.next();
    NONCES.nextBytes(nonce);
    for (Party party : parties.all()) {
      if (party.id() != self) {
        links.put(party.id(), new Link(this, party, loop, options));
      }
    }
    try {
      this.listener =
          new Listener(
              io,
              group,
              security,
              options.bind(),
              options.handshakeTimeout(),
              new Reception(this, security)::welcome);
    } catch (RuntimeException e) {
      links.values().forEach(Link::close);
      group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw e;
    }
    loop.scheduleAtFixedRate(
        () -> links.values().forEach(Link::tick), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
  }

  /**
   * Listens, dials, and returns when a control flow to every peer stands.
   *
   * @throws ConnectException naming the endpoint of the first peer that did not come in time
   * @throws HelloMismatchException if a peer is set up differently, at once
   */
  public static TcpTransport connect(PartyTable parties, int self, TcpOptions options) {
    TcpTransport transport = new TcpTransport(parties, self, options);
    try {
      transport.connectAll();
      return transport;
    } catch (RuntimeException e) {
      transport.close();
      throw e;
    }
  }

  private void connectAll() {
    long end = System.nanoTime() + options.connectDeadline().toNanos();
    List<Dialer> dialers = new ArrayList<>();
    for (int peer = 0; peer < self; peer++) {
      dialers.add(dial(link(peer)));
    }
    for (Link link : links.values()) {
      int peer = link.peer().id();
      Openings.await(
          CompletableFuture.anyOf(link.connected(), broken),
          end,
          () -> peer < self ? dialers.get(peer).unreached() : didNotCome(link.peer()));
    }
  }

  private Dialer dial(Link link) {
    Dialer dialer =
        dialer(
            link,
            () -> controlHello(link.control()),
            new Dialer.Patience(
                options.connectDeadline(), options.handshakeTimeout(), Duration.ofSeconds(1)));
    var _ =
        dialer
            .dial()
            .whenComplete(
                (met, failure) -> {
                  if (failure != null) {
                    broken.completeExceptionally(failure);
                  } else {
                    loop.execute(() -> answered(link, met));
                  }
                });
    return dialer;
  }

  private void answered(Link link, Dialer.Met met) {
    Party peer = link.peer();
    String where = peer.label() + " at " + peer.advertised();
    if (!(met.answer() instanceof Hello.Control answer)) {
      met.channel().close();
      broken.completeExceptionally(
          new HelloMismatchException(where, List.of("flow kind: expected control, got another")));
      return;
    }
    List<String> mismatches =
        controlHello(link.control()).mismatches(answer, peer.id(), peer.name());
    if (mismatches.isEmpty()) {
      link.controlUp(met.channel(), met.handshake(), answer);
    } else {
      met.channel().close();
      broken.completeExceptionally(new HelloMismatchException(where, mismatches));
    }
  }

  private String didNotCome(Party party) {
    return party.label()
        + " (advertised at "
        + party.advertised()
        + ") did not connect to our "
        + "endpoint "
        + parties.party(self).advertised()
        + ", listening on port "
        + listener.port()
        + ", within "
        + options.connectDeadline();
  }

  // --- What the parts of a mesh ask of it.

  Hello.Control controlHello(Flow control) {
    return new Hello.Control(
        self,
        parties.party(self).name(),
        parties.digest(),
        nonce,
        options.frameCap(),
        options.sharedFlows(),
        options.link().map(LinkProfile::toString).orElse(""),
        control.received());
  }

  Hello.Flow flowHello(int session, int flow, long received) {
    return new Hello.Flow(self, nonce, session, flow, received);
  }

  Dialer dialer(Link link, Supplier<Hello> hello, Dialer.Patience patience) {
    return new Dialer(io, group, security, link.peer(), link.dialAt(), hello, patience);
  }

  /** The mesh cannot connect. */
  void broken(RuntimeException why) {
    broken.completeExceptionally(why);
  }

  SocketIo io() {
    return io;
  }

  ByteBufAllocator allocator() {
    return PooledByteBufAllocator.DEFAULT;
  }

  Openings openings() {
    return openings;
  }

  Map<Integer, TcpSession> sessions() {
    return sessions;
  }

  Link link(int peer) {
    Link link = links.get(peer);
    if (link == null) {
      throw new IllegalArgumentException("expected another party, got " + peer);
    }
    return link;
  }

  void execute(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "the mesh has closed before a task of a session");
    }
  }

  /** Takes over a socket from a session's loop. */
  void register(SocketChannel channel, Runnable then) {
    try {
      loop.register(channel)
          .addListener(
              done -> {
                if (done.isSuccess()) {
                  then.run();
                } else {
                  channel.unsafe().closeForcibly();
                }
              });
    } catch (RejectedExecutionException e) {
      channel.unsafe().closeForcibly();
    }
  }

  /** Forgets a session once nobody needs it any more. */
  void reap(TcpSession session) {
    execute(
        () -> {
          if (session.isOver() && sessions.remove(session.id(), session)) {
            if (session instanceof SharedSession && session.wasOpen()) {
              freeNumbers.add(session.id());
            }
            synchronized (sessions) {
              sessions.notifyAll();
            }
          }
        });
  }

  void lost(Link link, ConnectException why) {
    if (!closed) {
      LOG.log(System.Logger.Level.DEBUG, "{0}", why.getMessage());
    }
    broken.completeExceptionally(why);
    openings.lost(link.peer().id(), why);
    for (TcpSession session : sessions.values()) {
      if (session.hasMember(link.peer().id())) {
        session.lost(link.peer().id(), why);
      }
    }
  }

  // --- The transport.

  @Override
  public PartyTable parties() {
    return parties;
  }

  @Override
  public int self() {
    return self;
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    if (closed) {
      throw new ConnectException("session " + spec.key() + ": the mesh is closed", null);
    }
    int id = number(spec.carriage().shared());
    new ControlMessage.Open(id, spec).encoded().release(); // What is too long is the caller's.
    TcpSession session =
        spec.carriage().shared()
            ? new SharedSession(this, id, spec)
            : new DrivenSession(this, id, spec);
    sessions.put(id, session);
    return openings.open(session, deadline);
  }

  /**
   * A number for a session. A connection that a peer has begun to dial for a driven session that is
   * over must never find another one.
   */
  private int number(boolean shared) {
    if (!shared) {
      return lastDriven.incrementAndGet();
    }
    Integer free = freeNumbers.poll();
    return free == null ? lastNumber.incrementAndGet() : free;
  }

  @Override
  public FlowTotals overhead(int peer) {
    return link(peer).overhead();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    ConnectException why = new ConnectException("the mesh was closed", null);
    broken.completeExceptionally(why);
    openings.close(why);
    links
        .keySet()
        .forEach(
            peer ->
                sessions.values().stream()
                    .filter(session -> !session.isClosedHere() && session.hasMember(peer))
                    .forEach(session -> session.lost(peer, why)));
    awaitLingering();
    CompletableFuture.allOf(
            links.values().stream().map(Link::leave).toArray(CompletableFuture<?>[]::new))
        .completeOnTimeout(null, FAREWELL_MILLIS, TimeUnit.MILLISECONDS)
        .join();
    execute(() -> links.values().forEach(link -> link.lost(why)));
    listener.close();
    links.values().forEach(Link::close);
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }

  /** Waits until the peers have taken what closed sessions sent, or the time is over. */
  private void awaitLingering() {
    long end = System.nanoTime() + options.closeTimeout().toNanos();
    synchronized (sessions) {
      try {
        while (sessions.values().stream().anyMatch(TcpSession::isClosedHere)) {
          long left = end - System.nanoTime();
          if (left <= 0) {
            for (TcpSession session : sessions.values()) {
              LOG.log(
                  System.Logger.Level.WARNING,
                  "session {0}: its members have not taken all within {1}",
                  session.spec().key(),
                  options.closeTimeout());
            }
            return;
          }
          TimeUnit.NANOSECONDS.timedWait(sessions, left);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
