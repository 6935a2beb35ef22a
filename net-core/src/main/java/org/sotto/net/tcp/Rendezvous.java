package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Where accepted session flows wait for the local {@code open} of the same session, and the other
 * way round. Flows that nobody opens are bounded in number and closed with the transport.
 */
final class Rendezvous {
  /** The most flows that may wait for a local open. */
  static final int MAX_PARKED = 1024;

  /** A socket whose peer has said hello. */
  record Parked(SocketChannel channel, Handshake handshake, Hello hello) {}

  private record Place(int peer, String session) {}

  private final Map<Place, CompletableFuture<Parked>> waiting = new HashMap<>();
  private final Map<Place, Parked> parked = new HashMap<>();

  /** Brings a flow; false if there is no room or it was there already. */
  synchronized boolean arrive(int peer, String session, Parked flow) {
    Place place = new Place(peer, session);
    CompletableFuture<Parked> waiter = waiting.remove(place);
    if (waiter != null) {
      return waiter.complete(flow);
    }
    return parked.size() < MAX_PARKED && parked.putIfAbsent(place, flow) == null;
  }

  /** Asks for a flow that has come or will come. */
  synchronized CompletableFuture<Parked> expect(int peer, String session) {
    Place place = new Place(peer, session);
    Parked there = parked.remove(place);
    return there != null
        ? CompletableFuture.completedFuture(there)
        : waiting.computeIfAbsent(place, p -> new CompletableFuture<>());
  }

  /** Stops waiting for a flow. */
  synchronized void forget(int peer, String session) {
    waiting.remove(new Place(peer, session));
  }

  /** Fails all that wait for one peer. */
  synchronized void fail(int peer, Throwable cause) {
    waiting
        .entrySet()
        .removeIf(entry -> entry.getKey().peer() == peer && failed(entry.getValue(), cause));
  }

  private static boolean failed(CompletableFuture<Parked> waiter, Throwable cause) {
    waiter.completeExceptionally(cause);
    return true;
  }

  /** The sessions that a peer has offered and nobody here has opened, for messages. */
  synchronized TreeSet<String> offeredBy(int peer) {
    TreeSet<String> names = new TreeSet<>();
    parked.keySet().stream().filter(p -> p.peer() == peer).forEach(p -> names.add(p.session()));
    return names;
  }

  synchronized void close() {
    parked.values().forEach(flow -> flow.channel().close());
    parked.clear();
  }
}
