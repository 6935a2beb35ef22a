package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Where accepted session flows wait for the local {@code open} of the same session, and the other
 * way round. Flows that nobody opens are bounded in number and closed with the transport.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Rendezvous {
  /** The most flows that may wait for a local open. */
  static final int MAX_PARKED = 1024;

  /** A socket whose peer has said hello. */
  record Parked(SocketChannel channel, Handshake handshake, Hello hello) {}

  private record Place(int peer, String session) {}

  private final Map<Place, CompletableFuture<Parked>> waiting = new HashMap<>();
  private final Map<Place, Parked> parked = new HashMap<>();
  private final Map<String, String> failed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
          return size() > MAX_PARKED;
        }
      };

  /** Brings a flow; why it is refused, or null. */
  synchronized @Nullable String arrive(int peer, String session, Parked flow) {
    Place place = new Place(peer, session);
    String failure = failed.get(session);
    if (failure != null) {
      return "session " + session + " has failed here: " + failure;
    }
    CompletableFuture<Parked> waiter = waiting.remove(place);
    if (waiter != null) {
      return waiter.complete(flow) ? null : "session " + session + " was given up here";
    }
    if (parked.size() >= MAX_PARKED || parked.putIfAbsent(place, flow) != null) {
      return "session " + session + ": offered twice or too many";
    }
    // Watches for a peer that gives up; nothing else can come before our answer.
    flow.channel().config().setAutoRead(true);
    flow.channel().closeFuture().addListener(closed -> drop(place, flow));
    return null;
  }

  private synchronized void drop(Place place, Parked flow) {
    parked.remove(place, flow);
  }

  /** Asks for a flow that has come or will come. */
  synchronized CompletableFuture<Parked> expect(int peer, String session) {
    Place place = new Place(peer, session);
    Parked there = parked.remove(place);
    if (there == null) {
      return waiting.computeIfAbsent(place, p -> new CompletableFuture<>());
    }
    there.channel().config().setAutoRead(false);
    return CompletableFuture.completedFuture(there);
  }

  /** Stops waiting for a flow of a session, and keeps the reason for those that still come. */
  synchronized void forget(int peer, String session, String reason) {
    waiting.remove(new Place(peer, session));
    failed.put(session, reason);
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
  synchronized Set<String> offeredBy(int peer) {
    TreeSet<String> names = new TreeSet<>();
    parked.keySet().stream().filter(p -> p.peer() == peer).forEach(p -> names.add(p.session()));
    return names;
  }

  synchronized void close() {
    parked.values().forEach(flow -> flow.channel().close());
    parked.clear();
  }
}
