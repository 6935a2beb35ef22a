package org.sotto.net;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.SessionFailedException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
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
  private final PartyTable parties;
  private final int self;
  private final SessionSpec spec;
  private final Flows flows;
  private final Faults faults;
  private final Pump pump;
  private final Thread owner = Thread.currentThread();
  private final List<Integer> peers = new ArrayList<>();
  private final @Nullable Channel[] channels;
  private final SessionOptions.Audit audit;
  private final PhaseMeter root;
  private PhaseMeter phase;
  private Standing standing = Standing.NONE;
  private long received;
  private long clock;
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
    this.flows = flows;
    this.faults = new Faults(this, flows);
    this.pump =
        new Pump(
            this,
            flows,
            faults,
            options.progressTimeout().orElse(patience.progressTimeout()),
            patience.maxUnread());
    this.audit = options.audit();
    this.channels = new Channel[parties.size()];
    for (int peer : spec.members()) {
      if (peer != self) {
        peers.add(peer);
        channels[peer] = new Channel(this, flows, pump, peer, options, patience.frameCap());
      }
    }
    this.root = new PhaseMeter(spec.key(), null, peers, parties.size(), flows::nanoTime);
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

  /**
   * Tells where a protocol stands, for the comparison with peers in sessions with checked tags; in
   * others it is never asked. The last one told counts.
   */
  public void stands(Standing protocol) {
    standing = protocol;
  }

  Standing standing() {
    return standing;
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
    PhaseMeter parent = meter.parent();
    try {
      if (audit.checkedTags() && parent == root && failure == null && !closed) {
        endTogether();
      }
    } finally {
      meter.stop(clock);
      phase = parent == null ? root : parent;
    }
  }

  /** Compares with all peers what was exchanged until the end of an outermost phase. */
  private void endTogether() {
    checkOwner();
    for (int peer : peers) {
      to(peer).endPhase();
    }
    flush();
    for (int peer : peers) {
      to(peer).awaitPhaseEnd();
    }
  }

  /** Sends all that is gathered on its way; see {@link Channel#flush}. */
  public void flush() {
    checkUsable();
    startWrites();
    for (int peer : peers) {
      to(peer).outbox().flush();
    }
  }

  void startWrites() {
    for (int peer : peers) {
      to(peer).outbox().start();
    }
  }

  /** What the session has cost so far; see {@link CostLedger}. */
  public CostLedger costs() {
    if (!closed && failure == null) {
      startWrites();
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
              totals.overheadSent() + channel.outbox().endBytes(),
              totals.overheadReceived() + channel.inbox().endBytes(),
              channel.inbox().unreceived()));
    }
    return new CostLedger(key(), self, root.cost(clock, phase), sockets);
  }

  /**
   * Digests of all messages so far; can be asked of a session that has ended, too.
   *
   * @throws IllegalStateException if it was opened without {@link SessionOptions#withTranscript}
   */
  public Transcript transcript() {
    return new Transcript(key(), self, peers.stream().map(peer -> to(peer).transcript()).toList());
  }

  /**
   * Gives up: the other members' calls fail with {@link PartyAbortedException} within one trip.
   *
   * @param text why, for their logs; never put a secret here
   */
  public void abort(String text) {
    if (failure == null && !closed) {
      faults.abortedHere(text);
    }
  }

  /** Whether the session can still be used: it was not closed and has not failed. */
  public boolean isOpen() {
    return failure == null && !closed;
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
        startWrites();
        for (int peer : peers) {
          pump.awaitFlushed(peer);
        }
      } catch (SottoException e) {
        shut();
        throw e;
      }
    }
    shut();
  }

  /** Ends the flows, whatever the state. */
  void shut() {
    if (!closed) {
      closed = true;
      try {
        startWrites();
        flows.close();
      } finally {
        for (int peer : peers) {
          to(peer).outbox().release();
        }
      }
    }
  }

  // --- What the parts of a session ask of it.

  List<Integer> peers() {
    return peers;
  }

  Faults faults() {
    return faults;
  }

  /** The innermost phase that is open. */
  PhaseMeter phase() {
    return phase;
  }

  Flows.@Nullable Aborted awaitNotice(int peer) {
    return pump.awaitNotice(peer);
  }

  String phasePath() {
    return phase.path();
  }

  void waited(int peer, long nanos) {
    phase.waited(nanos);
  }

  /** Remembers the first failure; whether this is it. */
  boolean failed(SottoException first) {
    if (failure != null) {
      return false;
    }
    failure = first;
    return true;
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
    FrameEvent.emit(this, peer, true, last, payload);
  }

  void received(int peer, long depth, long payload, long headers) {
    received = Math.max(received, depth);
    clock = Math.max(clock, received);
    phase.received(peer, payload, payload + headers);
  }
}
