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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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

  private final PartyTable parties;
  private final int self;
  private final TcpOptions options;
  private final SocketIo io = SocketIo.best();
  private final MultiThreadIoEventLoopGroup group;
  private final byte[] nonce = new byte[16];
  private final Map<Integer, ControlFlow> controls = new ConcurrentHashMap<>();
  private final Map<Integer, CompletableFuture<ControlFlow>> connecting = new ConcurrentHashMap<>();
  private final Set<Integer> gone = ConcurrentHashMap.newKeySet();
  private final CompletableFuture<ControlFlow> broken = new CompletableFuture<>();
  private final Rendezvous rendezvous = new Rendezvous();
  private final Lingering lingering;
  private final Openings openings;
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
    this.openings = new Openings(io, group, parties, self, rendezvous, lingering);
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
        Openings.await(
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
      Listener.refuse(
          channel,
          handshake,
          "party id: expected " + (self + 1) + " to " + (parties.size() - 1) + ", got " + peer);
    } else if (hello.session() == null) {
      welcomeControl(channel, handshake, hello, peer);
    } else if (!fromCurrentMesh(peer, hello)) {
      Listener.refuse(
          channel, handshake, "nonce: not of the mesh that " + hello.name() + " connected with");
    } else {
      String refusal =
          rendezvous.arrive(
              peer, hello.session().key(), new Rendezvous.Parked(channel, handshake, hello));
      if (refusal != null) {
        Listener.refuse(channel, handshake, refusal);
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
      Listener.refuse(channel, handshake, parties.party(peer).label() + " is connected already");
    } else {
      handshake.send(channel, mine::write);
      control(peer, channel, handshake, hello);
    }
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
  public Flows open(SessionSpec spec, Duration deadline) {
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
    return openings.open(spec, hello, peers, deadline);
  }

  @Override
  public void close() {
    closed = true;
    listener.close();
    rendezvous.close();
    ConnectException why = new ConnectException("the mesh was closed", null);
    broken.completeExceptionally(why);
    openings.close(why);
    lingering.close();
    controls.values().forEach(control -> control.channel().close());
    group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
  }
}
