package org.sotto.net.tcp;

import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.Party;
import org.sotto.net.transport.SessionSpec;

/**
 * Where sessions that open here meet the offers of their other members. Each member offers the
 * session to each other over the control flow; it is open when all offers are there and equal. Who
 * cannot open it tells the others, those that come late too.
 */
final class Openings {
  private static final int MAX_REASON = 400;

  /** The most offers of one peer that may wait for a local open. */
  static final int MAX_PARKED = 1 << 14;

  /** The most memory, about, that these offers of one peer may take. */
  private static final long MAX_PARKED_BYTES = 32 << 20;

  private static final int MAX_GIVEN_UP = 1 << 10;

  /** A name and an occurrence. */
  private static final int MAX_KEY = SessionSpec.MAX_NAME + 11;

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private record Place(int peer, String session) {}

  private static final class Opening {
    private final SessionSpec spec;
    private final Map<Integer, ControlMessage.Open> offers = new HashMap<>();
    private final CompletableFuture<Boolean> met = new CompletableFuture<>();

    Opening(SessionSpec spec) {
      this.spec = spec;
    }

    void arrived(Party peer, ControlMessage.Open offer) {
      offers.put(peer.id(), offer);
      List<String> mismatches = spec.mismatches(offer.spec());
      if (!mismatches.isEmpty()) {
        met.completeExceptionally(
            new HelloMismatchException(peer.label() + " in session " + spec.key(), mismatches));
      } else if (offers.size() == spec.members().size() - 1) {
        met.complete(true);
      }
    }
  }

  private final TcpTransport mesh;
  private final Map<String, Opening> opening = new HashMap<>();
  private final Map<Place, ControlMessage.Open> parked = new HashMap<>();
  private final Map<Integer, Long> parkedBytes = new HashMap<>();
  private final Map<Integer, Integer> parkedOf = new HashMap<>();

  /** Why parties have given sessions up: a party speaks for the sessions that it is in. */
  private final Map<Place, String> givenUp =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Place, String> eldest) {
          return size() > MAX_GIVEN_UP;
        }
      };

  Openings(TcpTransport mesh) {
    this.mesh = mesh;
  }

  /** Opens a session on the calling thread; see {@link org.sotto.net.transport.Transport#open}. */
  TcpSession open(TcpSession session, Duration deadline) {
    SessionSpec spec = session.spec();
    long end = System.nanoTime() + deadline.toNanos();
    Opening mine = new Opening(spec);
    try {
      begin(session, mine);
      await(mine.met, end, () -> missing(mine));
      mine.offers.forEach((peer, offer) -> session.matched(peer, offer.session()));
      if (session instanceof DrivenSession driven) {
        stand(driven, mine, end);
      }
      return session;
    } catch (RuntimeException e) {
      giveUp(session, String.valueOf(e.getMessage()));
      session.close();
      throw e;
    } finally {
      synchronized (this) {
        opening.remove(spec.key(), mine);
      }
    }
  }

  private void begin(TcpSession session, Opening mine) {
    SessionSpec spec = session.spec();
    synchronized (this) {
      for (int member : spec.members()) {
        String reason = givenUp.get(new Place(member, spec.key()));
        if (reason != null) {
          throw new ConnectException("session " + spec.key() + ": " + reason, null);
        }
      }
      if (opening.putIfAbsent(spec.key(), mine) != null) {
        throw new IllegalStateException("session " + spec.key() + " is being opened already");
      }
      for (int peer : spec.members()) {
        ControlMessage.Open offer = unpark(new Place(peer, spec.key()));
        if (offer != null) {
          mine.arrived(mesh.parties().party(peer), offer);
        }
      }
    }
    for (int peer : spec.members()) {
      if (peer != mesh.self()) {
        ConnectException lost = mesh.link(peer).lost();
        if (lost != null) {
          throw new ConnectException("session " + spec.key() + ": " + lost.getMessage(), lost);
        }
        mesh.link(peer).send(new ControlMessage.Open(session.id(), spec));
      }
    }
  }

  /** Waits on the session's thread until the session's own flows stand. */
  private void stand(DrivenSession session, Opening mine, long end) {
    while (!session.standing()) {
      for (int peer : mine.spec.members()) {
        TcpSession.Member member = session.member(peer);
        if (member != null && member.lost() != null) {
          throw new ConnectException(
              where(mine.spec, member.link().peer()) + " did not open it: " + member.lost(),
              member.lost());
        }
      }
      if (System.nanoTime() > end) {
        throw new ConnectException(
            "session " + mine.spec.key() + ": its flows do not stand in time", null);
      }
      session.await(LOOK_NANOS);
      if (Thread.currentThread().isInterrupted()) {
        throw new ConnectException("session " + mine.spec.key() + ": interrupted", null);
      }
    }
  }

  private String where(SessionSpec spec, Party party) {
    return "session " + spec.key() + ": " + party.label() + " at " + party.advertised();
  }

  private synchronized String missing(Opening mine) {
    for (int peer : mine.spec.members()) {
      if (peer != mesh.self() && !mine.offers.containsKey(peer)) {
        return where(mine.spec, mesh.parties().party(peer))
            + " did not open it in time; it offers "
            + offeredBy(peer);
      }
    }
    return "session " + mine.spec.key() + " did not open in time";
  }

  private Set<String> offeredBy(int peer) {
    TreeSet<String> names = new TreeSet<>();
    for (Place place : parked.keySet()) {
      if (place.peer() == peer) {
        names.add(place.session());
      }
    }
    return names;
  }

  private void giveUp(TcpSession session, String why) {
    String key = session.spec().key();
    String reason = why.length() <= MAX_REASON ? why : why.substring(0, MAX_REASON);
    synchronized (this) {
      givenUp.put(new Place(mesh.self(), key), "has failed here: " + reason);
    }
    for (int peer : session.spec().members()) {
      if (peer != mesh.self() && mesh.link(peer).lost() == null) {
        mesh.link(peer).send(new ControlMessage.GiveUp(key, reason));
      }
    }
  }

  /** A peer offers a session. */
  void offered(Link link, ControlMessage.Open offer) {
    String key = offer.spec().key();
    int peer = link.peer().id();
    boolean tooMany;
    synchronized (this) {
      Opening waiting = opening.get(key);
      if (waiting != null && waiting.spec.members().contains(peer)) {
        waiting.arrived(link.peer(), offer);
        return;
      }
      if (givenUp.containsKey(new Place(mesh.self(), key))) {
        return; // The peer has been told.
      }
      tooMany = !park(new Place(peer, key), offer);
    }
    if (tooMany) {
      link.send(new ControlMessage.GiveUp(key, "more than " + MAX_PARKED + " sessions offered"));
    }
  }

  private boolean park(Place place, ControlMessage.Open offer) {
    unpark(place);
    if (parkedOf.getOrDefault(place.peer(), 0) >= MAX_PARKED
        || parkedBytes.getOrDefault(place.peer(), 0L) >= MAX_PARKED_BYTES) {
      return false;
    }
    parked.put(place, offer);
    parkedOf.merge(place.peer(), 1, Integer::sum);
    parkedBytes.merge(place.peer(), weight(offer.spec()), Long::sum);
    return true;
  }

  private ControlMessage.@Nullable Open unpark(Place place) {
    ControlMessage.Open offer = parked.remove(place);
    if (offer != null) {
      parkedOf.merge(place.peer(), -1, Integer::sum);
      parkedBytes.merge(place.peer(), -weight(offer.spec()), Long::sum);
    }
    return offer;
  }

  /** About how many bytes of memory an offer takes. */
  private static long weight(SessionSpec spec) {
    long weight = 512 + 2L * spec.name().length() + 20L * spec.members().size();
    for (Map.Entry<String, String> setting : spec.settings().entrySet()) {
      weight += 192 + 2L * (setting.getKey().length() + setting.getValue().length());
    }
    return weight;
  }

  /** A peer says that it could not open a session. */
  void gaveUp(int peer, String key, String text) {
    if (key.length() > MAX_KEY) {
      return; // There is no such session.
    }
    String reason = text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON);
    String why = mesh.parties().party(peer).label() + " has given it up: " + reason;
    Opening waiting;
    synchronized (this) {
      unpark(new Place(peer, key));
      waiting = opening.get(key);
      givenUp.put(new Place(peer, key), why);
    }
    ConnectException failure = new ConnectException("session " + key + ": " + why, null);
    if (waiting != null && waiting.spec.members().contains(peer)) {
      waiting.met.completeExceptionally(failure);
    }
    mesh.sessions().values().stream()
        .filter(session -> session.spec().key().equals(key) && session.hasMember(peer))
        .forEach(session -> session.lost(peer, failure));
  }

  /** A peer is lost: nothing that waits for it can open. */
  synchronized void lost(int peer, ConnectException why) {
    parked.keySet().removeIf(place -> place.peer() == peer);
    parkedOf.remove(peer);
    parkedBytes.remove(peer);
    for (Opening waiting : opening.values()) {
      if (waiting.spec.members().contains(peer)) {
        waiting.met.completeExceptionally(
            new ConnectException("session " + waiting.spec.key() + ": " + why.getMessage(), why));
      }
    }
  }

  /** Fails all that wait. */
  synchronized void close(ConnectException why) {
    opening.values().forEach(waiting -> waiting.met.completeExceptionally(why));
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
}
