package org.sotto.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.Abort;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.SottoException;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.error.SessionFailedException;
import org.sotto.net.error.SessionTimeoutException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;

/**
 * One protocol run among its members: an ordered channel to each other member, phases, and exact
 * costs. It belongs to the thread that opened it, and that thread does all its input and output.
 *
 * <p>Its members stand on a ring in the order of their ids. The first failure ends it: the other
 * members are told why and fail too, and every later call throws {@link SessionFailedException}.
 * Other sessions of the mesh are not touched.
 */
public final class Session implements AutoCloseable {
  private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long ABORT_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final PartyTable parties;
  private final int self;
  private final SessionSpec spec;
  private final MeshOptions patience;
  private final Duration progressTimeout;
  private final Flows flows;
  private final Thread owner = Thread.currentThread();
  private final List<Integer> peers = new ArrayList<>();
  private final @Nullable Channel[] channels;
  private final PhaseMeter root;
  private PhaseMeter phase;
  private long received;
  private long clock;
  private int endsSeen;
  private @Nullable SottoException failure;
  private boolean closed;

  Session(
      PartyTable parties,
      int self,
      SessionSpec spec,
      SessionOptions options,
      MeshOptions patience,
      Flows flows) {
    this.parties = parties;
    this.self = self;
    this.spec = spec;
    this.patience = patience;
    this.progressTimeout = options.progressTimeout().orElse(patience.progressTimeout());
    this.flows = flows;
    this.channels = new Channel[parties.size()];
    for (int peer : spec.members()) {
      if (peer != self) {
        peers.add(peer);
        channels[peer] =
            new Channel(
                this,
                peer,
                options,
                new Outbox(this, peer, patience.frameCap()),
                new Inbox(this, peer, flows.inbound(peer), patience.frameCap()));
      }
    }
    this.root = new PhaseMeter(spec.key(), null, peers, parties.size());
    this.phase = root;
    root.start(0);
  }

  /** The name that the session was opened with. */
  public String name() {
    return spec.name();
  }

  /**
   * Name and occurrence, {@code less_than#0}: unique among the sessions of a mesh and equal at all
   * members.
   */
  public String key() {
    return spec.key();
  }

  /** This party's id. */
  public int self() {
    return self;
  }

  /** Ids of all members, ascending. */
  public List<Integer> members() {
    return spec.members();
  }

  /** All parties of the mesh. */
  public PartyTable parties() {
    return parties;
  }

  /**
   * The channel to another member.
   *
   * @throws IllegalArgumentException if the party is not another member
   */
  public Channel to(int party) {
    Channel channel = party >= 0 && party < channels.length ? channels[party] : null;
    if (channel == null) {
      throw new IllegalArgumentException(
          "session " + key() + ": expected one of the members " + peers + ", got " + party);
    }
    return channel;
  }

  /** The channel to the next member on the ring. */
  public Channel next() {
    return to(neighbour(1));
  }

  /** The channel to the previous member on the ring. */
  public Channel previous() {
    return to(neighbour(-1));
  }

  private int neighbour(int step) {
    int size = spec.members().size();
    return spec.members().get((spec.members().indexOf(self) + step + size) % size);
  }

  /** Opens a phase inside the current one. */
  public Phase phase(String name) {
    checkUsable();
    if (name.isEmpty() || name.indexOf('/') >= 0) {
      throw new IllegalArgumentException("phase: expected a name without '/', got '" + name + "'");
    }
    phase = phase.enter(name, clock);
    return new Phase(this, phase);
  }

  void leave(PhaseMeter meter) {
    if (meter != phase) {
      if (failure != null || closed) {
        return;
      }
      throw new IllegalStateException(
          "phase " + meter.path() + " cannot end before the phase inside it, " + phase.path());
    }
    meter.stop(clock);
    PhaseMeter parent = meter.parent();
    phase = parent == null ? root : parent;
  }

  /** Starts to write all that was sent and is still gathered; does not wait. */
  public void flush() {
    checkUsable();
    startWrites();
  }

  private void startWrites() {
    for (int peer : peers) {
      to(peer).outbox().start();
    }
  }

  /** What the session has cost so far; see {@link CostLedger}. */
  public CostLedger costs() {
    if (!closed && failure == null) {
      flush();
    }
    List<SocketCost> sockets = new ArrayList<>();
    for (int peer : peers) {
      FlowTotals totals = flows.totals(peer);
      Channel channel = to(peer);
      sockets.add(
          new SocketCost(
              peer,
              totals.sent(),
              totals.received(),
              totals.handshakeSent(),
              totals.handshakeReceived(),
              channel.controlSent(),
              channel.inbox().controlBytes(),
              channel.inbox().unreceived()));
    }
    return new CostLedger(key(), self, root.cost(clock, phase), sockets);
  }

  /**
   * Gives up: the other members' calls fail with {@link PartyAbortedException} within one trip.
   *
   * @param text why, for their logs; never put a secret here
   */
  public void abort(String text) {
    if (failure == null && !closed) {
      fail(
          new SessionFailedException("session " + key() + " was aborted here: " + text, null),
          AbortCode.APPLICATION,
          text);
    }
  }

  /** Ends the session in order; what was sent still arrives. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    checkOwner();
    if (failure == null) {
      try {
        for (int peer : peers) {
          to(peer).sendClose();
        }
        startWrites();
        for (int peer : peers) {
          awaitWritten(peer);
        }
      } catch (SottoException e) {
        shut();
        throw e;
      }
    }
    shut();
  }

  private void shut() {
    if (!closed) {
      closed = true;
      startWrites();
      flows.close();
      for (int peer : peers) {
        to(peer).outbox().release();
      }
    }
  }

  // --- What channels, outboxes and inboxes ask of their session.

  Flows flows() {
    return flows;
  }

  void checkUsable() {
    checkOwner();
    if (failure != null) {
      throw new SessionFailedException("session " + key() + " has failed before", failure);
    }
    if (closed) {
      throw new SessionFailedException("session " + key() + " is closed", null);
    }
  }

  private void checkOwner() {
    if (Thread.currentThread() != owner) {
      throw new IllegalStateException(
          "session "
              + key()
              + " belongs to thread "
              + owner.getName()
              + ", used by "
              + Thread.currentThread().getName());
    }
  }

  /** The causal depth of a message sent now. */
  long depthOfSend() {
    long depth = received + 1;
    clock = Math.max(clock, depth);
    return depth;
  }

  /** Counts a frame: of a message's frames the last one counts the message. */
  void sent(int peer, boolean last, long payload, long header) {
    phase.sent(peer, last ? 1 : 0, payload, payload + header);
  }

  void received(int peer, long depth, long payload, long headers) {
    received = Math.max(received, depth);
    clock = Math.max(clock, received);
    phase.received(peer, payload, payload + headers);
  }

  /** Waits until {@code count} bytes of a peer can be read, reading and writing on all flows. */
  void awaitReadable(int peer, long count, String expecting) {
    Inbound in = to(peer).inbox().in();
    if (in.readable() >= count) {
      return;
    }
    startWrites();
    long begin = System.nanoTime();
    long progressAt = begin;
    long seen = in.arrived();
    while (in.readable() < count) {
      checkEnds(expecting);
      if (in.ended()) {
        throw lost(peer, in.failure(), expecting);
      }
      pump(peer, progressAt, expecting, "arrived", in.arrived());
      if (in.arrived() != seen) {
        seen = in.arrived();
        progressAt = System.nanoTime();
      }
    }
    phase.waited(System.nanoTime() - begin);
  }

  /** Waits until the write under way to a peer is done, reading and writing on all flows. */
  void awaitWritten(int peer) {
    if (!flows.writing(peer)) {
      return;
    }
    long begin = System.nanoTime();
    long progressAt = begin;
    while (flows.writing(peer)) {
      checkEnds("room to send");
      pump(peer, progressAt, "room to send", "written", flows.totals(peer).sent());
    }
    phase.waited(System.nanoTime() - begin);
  }

  private void pump(int peer, long progressAt, String expecting, String what, long bytes) {
    long left = progressTimeout.toNanos() - (System.nanoTime() - progressAt);
    if (left <= 0) {
      SessionTimeoutException late =
          new SessionTimeoutException(
              peer,
              where(peer)
                  + ": no progress for "
                  + progressTimeout
                  + " while expecting "
                  + expecting
                  + " ("
                  + bytes
                  + " bytes "
                  + what
                  + " so far)");
      throw fail(late, AbortCode.TIMEOUT, "no progress of " + parties.party(peer).label());
    }
    flows.await(Math.min(left, LONGEST_WAIT_NANOS));
    if (Thread.currentThread().isInterrupted()) {
      throw fail(
          new SessionFailedException(where(peer) + ": interrupted", null),
          AbortCode.INTERNAL,
          "interrupted");
    }
    for (int other : peers) {
      long unread = to(other).inbox().in().readable();
      if (unread > patience.maxUnread()) {
        throw desync(
            other,
            "at most " + patience.maxUnread() + " bytes ahead of what is received",
            "" + unread);
      }
    }
  }

  private void checkEnds(String expecting) {
    if (flows.ended() == endsSeen) {
      return;
    }
    endsSeen = flows.ended();
    for (int peer : peers) {
      if (to(peer).inbox().in().ended()) {
        to(peer).inbox().settle(expecting);
      }
    }
  }

  SottoException desync(int peer, String expected, String got) {
    return fail(
        new DesyncException(peer, where(peer) + ": expected " + expected + ", got " + got),
        AbortCode.DESYNC,
        "a message of " + parties.party(peer).label() + " was not as expected");
  }

  SottoException lost(int peer, @Nullable Throwable cause, String expecting) {
    return fail(
        new PeerLostException(
            peer, where(peer) + ": connection lost while expecting " + expecting, cause),
        AbortCode.PEER_LOST,
        "lost the connection to " + parties.party(peer).label());
  }

  /** What to throw when a peer's close (null) or abort is read in place of a message. */
  SottoException endedByPeer(int peer, @Nullable Abort abort, String expecting) {
    if (abort == null) {
      return desync(peer, expecting, "the end of the session");
    }
    return fail(
        new PartyAbortedException(
            peer,
            abort.code(),
            where(peer)
                + ": aborted"
                + (abort.phase().isEmpty() ? "" : " in its " + abort.phase())
                + ": "
                + abort.text()),
        abort.code(),
        parties.party(peer).label() + " aborted: " + abort.text());
  }

  private String where(int peer) {
    String path = phase.path();
    return parties.party(peer).label()
        + ", session "
        + key()
        + (path.isEmpty() ? "" : ", phase " + path);
  }

  /** Remembers the first failure and tells the other members; returns what to throw. */
  private SottoException fail(SottoException first, int code, String text) {
    if (failure == null) {
      failure = first;
      tellOthers(code, text);
      shut();
    }
    return first;
  }

  private void tellOthers(int code, String text) {
    CompactCodec codec = new CompactCodec();
    Abort abort = new Abort(code, shortened(phase.path(), 60), shortened(text, 1000));
    ByteBuf payload = Unpooled.buffer(codec.encodedLength(abort));
    codec.encode(abort, payload);
    long end = System.nanoTime() + ABORT_WAIT_NANOS;
    for (int peer : peers) {
      while (flows.writing(peer) && System.nanoTime() < end) {
        flows.await(TimeUnit.MILLISECONDS.toNanos(10));
      }
      if (!flows.writing(peer) && !to(peer).inbox().in().ended()) {
        try {
          to(peer).sendControl(payload.duplicate());
          to(peer).outbox().start();
        } catch (SottoException e) {
          // This peer cannot be told; the first failure is what counts.
        }
      }
    }
    while (peers.stream().anyMatch(flows::writing) && System.nanoTime() < end) {
      flows.await(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /** The beginning of a text, in well-formed characters only. */
  private static String shortened(String text, int most) {
    String formed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    if (formed.length() <= most) {
      return formed;
    }
    return formed.substring(
        0, Character.isHighSurrogate(formed.charAt(most - 1)) ? most - 1 : most);
  }
}
