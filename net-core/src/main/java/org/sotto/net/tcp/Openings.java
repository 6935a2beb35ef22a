package org.sotto.net.tcp;

import io.netty.channel.EventLoopGroup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.sotto.codec.SottoException;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.SessionSpec;

/**
 * Opens sessions: dials the members with lower ids, meets those with higher ids at the {@link
 * Rendezvous}, and hands each socket to the session's {@link TcpFlows} when both hellos have been
 * compared. A session that cannot be opened is refused to the members that come late.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Openings {
  private static final int MAX_REASON = 400;

  /** How often to look for members that have given up, while others are waited for. */
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final SocketIo io;
  private final EventLoopGroup group;
  private final PartyTable parties;
  private final int self;
  private final Rendezvous rendezvous;
  private final Lingering lingering;
  private final Set<TcpFlows> open = ConcurrentHashMap.newKeySet();
  private final Set<CompletableFuture<Rendezvous.Parked>> opening = ConcurrentHashMap.newKeySet();

  Openings(
      SocketIo io,
      EventLoopGroup group,
      PartyTable parties,
      int self,
      Rendezvous rendezvous,
      Lingering lingering) {
    this.io = io;
    this.group = group;
    this.parties = parties;
    this.self = self;
    this.rendezvous = rendezvous;
    this.lingering = lingering;
  }

  /**
   * Opens the flows of one session.
   *
   * @param hello what to say to each member
   * @param peers the other members
   */
  @SuppressWarnings("UndefinedEquals") // each future is itself
  TcpFlows open(SessionSpec spec, Hello hello, List<Integer> peers, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
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
    Rendezvous.Parked flow = met(spec, party, coming, end, flows);
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

  /** Waits for one member; what went wrong names the session. */
  private Rendezvous.Parked met(
      SessionSpec spec,
      Party party,
      CompletableFuture<Rendezvous.Parked> coming,
      long end,
      TcpFlows flows) {
    String where = "session " + spec.key() + ": " + party.label() + " at " + party.advertised();
    try {
      while (!coming.isDone() && end - System.nanoTime() > LOOK_NANOS) {
        if (flows.abandoned()) {
          throw new ConnectException(where + ": another member has given it up", null);
        }
        awaitQuietly(coming);
      }
      return await(
          coming,
          end,
          () -> where + " did not open it in time; it offers " + rendezvous.offeredBy(party.id()));
    } catch (ConnectException e) {
      String text = String.valueOf(e.getMessage());
      throw text.contains(spec.key())
          ? e
          : new ConnectException(where + " did not open it: " + text, e);
    }
  }

  /** Waits for a short time; what comes of it is for {@link #await} to say. */
  private static void awaitQuietly(CompletableFuture<?> coming) {
    CompletableFuture<?> done = coming.handle((flow, failure) -> null);
    await(
        done.completeOnTimeout(null, LOOK_NANOS, TimeUnit.NANOSECONDS),
        System.nanoTime() + 2 * LOOK_NANOS + TimeUnit.SECONDS.toNanos(1),
        () -> "timer");
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
                      Listener.refuse(
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

  /** The future's value; a failure of ours as it is, any other and lateness with a text. */
  static <T> T await(CompletableFuture<T> future, long end, Supplier<String> late) {
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

  /** Fails what is being opened and cuts what is open. */
  void close(ConnectException why) {
    opening.forEach(future -> future.completeExceptionally(why));
    open.forEach(TcpFlows::cut);
  }
}
