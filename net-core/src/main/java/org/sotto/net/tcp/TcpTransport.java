package org.sotto.net.tcp;

import io.netty.buffer.Unpooled;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * TCP between processes. Of two parties the one with the higher id dials, for the control flow and
 * for every session flow; so the party with id 0 needs no way out, and the last none in.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
public final class TcpTransport implements Transport {
  private static final System.Logger LOG = System.getLogger(TcpTransport.class.getName());
  private static final SecureRandom NONCES = new SecureRandom();
  private static final int MAX_REASON = 400;

  private final PartyTable parties;
  private final int self;
  private final TcpOptions options;
  private final SocketIo io = SocketIo.best();
  private final MultiThreadIoEventLoopGroup group;
  private final byte[] nonce = new byte[16];
  private final Map<Integer, ControlFlow> controls = new ConcurrentHashMap<>();
  private final Map<Integer, CompletableFuture<ControlFlow>> connecting = new ConcurrentHashMap<>();
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();
  private final Set<TcpFlows> open = ConcurrentHashMap.newKeySet();
  private final Set<CompletableFuture<?>> opening = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<ControlFlow> broken = new CompletableFuture<>();
  private final Rendezvous rendezvous = new Rendezvous();
  private final Lingering lingering;
  private final Listener listener;
  private volatile boolean closed;

  private TcpTransport(PartyTable parties, int self, TcpOptions options) {
    this.parties = parties;
    this.self = self;
    this.options = options;
    this.group =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("sotto-mesh-" + self, true), io.factory());
    this.lingering = new Lingering(group, options.closeTimeout());
    NONCES.nextBytes(nonce);
    for (Party party : parties.all()) {
      if (party.id() != self) {
        connecting.put(party.id(), new CompletableFuture<>());
      }
    }
    try {
      this.listener =
          new Listener(io, group, options.bind(), options.handshakeTimeout(), this::welcome);
    } catch (RuntimeException e) {
      group.shutdownGracefully(0, 0, TimeUnit.MILLISECONDS);
      throw e;
    }
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
    Hello hello = hello(null);
    List<Dialer> dialers = new ArrayList<>();
    for (int peer = 0; peer < self; peer++) {
      Party party = parties.party(peer);
      Dialer dialer =
          new Dialer(
              io, group, party, hello, options.connectDeadline(), options.handshakeTimeout());
      dialers.add(dialer);
      var _ =
          dialer
              .dial()
              .whenComplete(
                  (flow, failure) -> {
                    if (failure == null) {
                      control(party.id(), flow.channel(), flow.handshake(), flow.hello());
                    } else {
                      waiting(party.id()).completeExceptionally(failure);
                      broken.completeExceptionally(failure);
                    }
                  });
    }
    for (Party party : parties.all()) {
      if (party.id() != self) {
        await(
            CompletableFuture.anyOf(waiting(party.id()), broken),
            end,
            () -> party.id() < self ? dialers.get(party.id()).unreached() : didNotCome(party));
      }
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

  private CompletableFuture<ControlFlow> waiting(int peer) {
    return connecting.computeIfAbsent(peer, p -> new CompletableFuture<>());
  }

  private Hello hello(@Nullable SessionSpec session) {
    return new Hello(
        self, parties.party(self).name(), parties.digest(), nonce, options.frameCap(), session);
  }

  /** Decides on an accepted connection whose hello is complete. */
  private void welcome(SocketChannel channel, Handshake handshake, Hello hello) {
    int peer = hello.party();
    if (peer <= self || peer >= parties.size()) {
      refuse(
          channel,
          handshake,
          "party id: expected " + (self + 1) + " to " + (parties.size() - 1) + ", got " + peer);
    } else if (hello.session() == null) {
      welcomeControl(channel, handshake, hello, peer);
    } else if (!fromCurrentMesh(peer, hello)) {
      refuse(channel, handshake, "nonce: not of the mesh that " + hello.name() + " connected with");
    } else {
      String refusal =
          rendezvous.arrive(
              peer, hello.session().key(), new Rendezvous.Parked(channel, handshake, hello));
      if (refusal != null) {
        refuse(channel, handshake, refusal);
      }
    }
  }

  private boolean fromCurrentMesh(int peer, Hello hello) {
    ControlFlow control = controls.get(peer);
    return control != null && java.util.Arrays.equals(control.hello().nonce(), hello.nonce());
  }

  private void welcomeControl(SocketChannel channel, Handshake handshake, Hello hello, int peer) {
    Hello mine = hello(null);
    List<String> mismatches = mine.mismatches(hello, peer, parties.party(peer).name());
    if (!mismatches.isEmpty()) {
      HelloMismatchException mismatch =
          new HelloMismatchException(
              parties.party(peer).label() + " from " + channel.remoteAddress(), mismatches);
      Listener.refused(
          String.valueOf(channel.remoteAddress()), String.valueOf(mismatch.getMessage()));
      handshake.send(channel, mine::write).addListener(sent -> channel.close());
      waiting(peer).completeExceptionally(mismatch);
      broken.completeExceptionally(mismatch);
    } else if (controls.containsKey(peer)) {
      refuse(channel, handshake, parties.party(peer).label() + " is connected already");
    } else {
      handshake.send(channel, mine::write);
      control(peer, channel, handshake, hello);
    }
  }

  private void refuse(SocketChannel channel, Handshake handshake, String why) {
    Listener.refused(String.valueOf(channel.remoteAddress()), why);
    handshake
        .send(channel, out -> Hello.writeRefusal(out, why))
        .addListener(sent -> channel.close());
  }

  private void control(int peer, SocketChannel channel, Handshake handshake, Hello hello) {
    ControlFlow control = new ControlFlow(channel, hello, () -> lost(peer));
    controls.put(peer, control);
    channel.pipeline().addLast(control);
    channel.pipeline().remove(handshake);
    channel.config().setAutoRead(true);
    waiting(peer).complete(control);
  }

  private void lost(int peer) {
    gone.add(peer);
    controls.remove(peer);
    if (!closed) {
      LOG.log(System.Logger.Level.DEBUG, "{0} has left", parties.party(peer).label());
    }
    ConnectException left = new ConnectException(parties.party(peer).label() + " has left", null);
    broken.completeExceptionally(left);
    rendezvous.fail(peer, left);
  }

  @Override
  public PartyTable parties() {
    return parties;
  }

  @Override
  public int self() {
    return self;
  }

  @Override
  @SuppressWarnings("UndefinedEquals") // each future is itself
  public Flows open(SessionSpec spec, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    Hello hello = hello(spec);
    List<Integer> peers = new ArrayList<>(spec.members());
    peers.remove(Integer.valueOf(self));
    hello.write(Unpooled.buffer()); // Settings that are too long are the caller's fault.
    for (int peer : peers) {
      if (gone.contains(peer) || closed) {
        throw new ConnectException(
            "session " + spec.key() + ": " + parties.party(peer).label() + " has left", null);
      }
    }
    List<CompletableFuture<Rendezvous.Parked>> coming = new ArrayList<>();
    for (int peer : peers) {
      coming.add(
          peer < self
              ? new Dialer(io, group, parties.party(peer), hello, deadline, deadline).dial()
              : rendezvous.expect(peer, spec.key()));
    }
    opening.addAll(coming);
    TcpFlows flows = new TcpFlows(io, lingering::add, open::remove);
    open.add(flows);
    try {
      for (int i = 0; i < peers.size(); i++) {
        join(flows, peers.get(i), coming.get(i), hello, end);
      }
      return flows;
    } catch (RuntimeException e) {
      abandon(spec, peers, coming, String.valueOf(e.getMessage()));
      flows.close();
      throw e;
    } finally {
      coming.forEach(opening::remove);
    }
  }

  private void join(
      TcpFlows flows,
      int peer,
      CompletableFuture<Rendezvous.Parked> coming,
      Hello hello,
      long end) {
    SessionSpec spec = hello.session();
    if (spec == null) {
      throw new IllegalStateException("a session hello has a spec");
    }
    Party party = parties.party(peer);
    Rendezvous.Parked flow =
        await(
            coming,
            end,
            () ->
                "session "
                    + spec.key()
                    + ": "
                    + party.label()
                    + " at "
                    + party.advertised()
                    + " did not open it in time; it offers "
                    + rendezvous.offeredBy(peer));
    if (peer > self) {
      var answered = flow.handshake().send(flow.channel(), hello::write).awaitUninterruptibly();
      if (!answered.isSuccess()) {
        throw new ConnectException(
            "session " + spec.key() + ": " + party.label() + " has given it up", answered.cause());
      }
      List<String> mismatches = hello.mismatches(flow.hello(), peer, party.name());
      if (!mismatches.isEmpty()) {
        flow.channel().close();
        throw new HelloMismatchException(party.label() + " in session " + spec.key(), mismatches);
      }
    }
    flows.adopt(peer, flow.channel(), flow.handshake());
  }

  private void abandon(
      SessionSpec spec,
      List<Integer> peers,
      List<CompletableFuture<Rendezvous.Parked>> coming,
      String why) {
    String shortWhy = why.length() <= MAX_REASON ? why : why.substring(0, MAX_REASON);
    for (int i = 0; i < peers.size(); i++) {
      rendezvous.forget(peers.get(i), spec.key(), shortWhy);
      boolean accepted = peers.get(i) > self;
      var _ =
          coming
              .get(i)
              .whenComplete(
                  (flow, failure) -> {
                    if (flow == null || flow.channel().pipeline().get(Handshake.class) == null) {
                      return;
                    }
                    if (accepted && flow.handshake().sentBytes() == 0) {
                      refuse(
                          flow.channel(),
                          flow.handshake(),
                          "session " + spec.key() + " has failed here: " + shortWhy);
                    } else {
                      flow.channel().close();
                    }
                  });
      coming.get(i).cancel(false);
    }
  }

  private static <T> T await(
      CompletableFuture<T> future, long end, java.util.function.Supplier<String> late) {
    try {
      return future.get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new ConnectException(late.get(), null);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof SottoException known) {
        throw known;
      }
      throw new ConnectException(late.get(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("interrupted: " + late.get(), e);
    }
  }

  @Override
  public void close() {
    closed = true;
    listener.close();
    rendezvous.close();
    ConnectException why = new ConnectException("the mesh was closed", null);
    broken.completeExceptionally(why);
    opening.forEach(future -> future.completeExceptionally(why));
    open.forEach(TcpFlows::cut);
    lingering.close();
    controls.values().forEach(control -> control.channel().close());
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
