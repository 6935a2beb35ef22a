package org.sotto.net.memory;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * A network inside one JVM; hands out one {@link Transport} a party. Bytes arrive at once, or over
 * emulated links, in real or in virtual time.
 */
public final class MemoryNetwork {
  private final PartyTable parties;
  private final Map<String, MemorySession> sessions = new HashMap<>();
  private final @Nullable Links links;
  private final @Nullable Timeline time;

  /** A network that joins the parties of a table; their endpoints are not used. */
  public MemoryNetwork(PartyTable parties) {
    this(parties, null, null);
  }

  private MemoryNetwork(PartyTable parties, @Nullable Links links, @Nullable Timeline time) {
    this.parties = parties;
    this.links = links;
    this.time = time;
  }

  /** With a link like this between each two parties; time is the machine's. */
  public static MemoryNetwork emulated(PartyTable parties, LinkProfile profile) {
    Links links = new Links(parties.size(), profile, System.nanoTime());
    return new MemoryNetwork(parties, links, new RealTime(links));
  }

  /**
   * With a link like this between each two parties, and a clock of its own: it begins at 0, stands
   * while any thread with an open session works, and when all of them wait for their sessions it
   * jumps to what happens next. Two runs of the same protocol give the same times.
   *
   * <p>A thread that waits for something else than its sessions, such as another thread, counts as
   * working: the clock stands until it goes on. Opening a session takes no time.
   */
  public static MemoryNetwork virtual(PartyTable parties, LinkProfile profile, Compute compute) {
    Links links = new Links(parties.size(), profile, 0);
    return new MemoryNetwork(parties, links, new VirtualTime(links, compute));
  }

  /** Nanoseconds on the clock that the sessions' waits are measured by. */
  public long nanoTime() {
    if (links == null || time == null) {
      return System.nanoTime();
    }
    links.lock.lock();
    try {
      return time.now();
    } finally {
      links.lock.unlock();
    }
  }

  /** Holds virtual time for a thread that is about to start. */
  public Seat seat() {
    return time instanceof VirtualTime virtual ? virtual.seat() : Seat.none();
  }

  /** Whether it has a clock of its own. */
  public boolean isVirtual() {
    return time instanceof VirtualTime;
  }

  /** The transport of one party; ask once a party. */
  public Transport transport(int self) {
    parties.party(self);
    return new MemoryTransport(self);
  }

  private synchronized MemorySession join(SessionSpec spec) {
    return sessions.computeIfAbsent(
        spec.key(),
        key -> new MemorySession(parties, key, links == null ? new ReentrantLock() : links.lock));
  }

  private synchronized void leave(MemorySession session) {
    if (session.abandoned()) {
      sessions.remove(session.key(), session);
    }
  }

  private final class MemoryTransport implements Transport {
    private final int self;
    private final Set<MemberFlows> open = new HashSet<>();
    private boolean closed;

    MemoryTransport(int self) {
      this.self = self;
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
      MemberFlows flows;
      synchronized (this) {
        if (closed) {
          throw new ConnectException("session " + spec.key() + ": the mesh is closed", null);
        }
        MemorySession session = join(spec);
        flows = session.enter(self, () -> flowsOf(session, spec));
        open.add(flows);
      }
      try {
        flows.session().meet(flows, deadline);
      } catch (RuntimeException e) {
        flows.close();
        throw e;
      }
      return flows;
    }

    private MemberFlows flowsOf(MemorySession session, SessionSpec spec) {
      return links == null || time == null
          ? new MemoryFlows(session, self, spec, this::forget)
          : new LinkedFlows(session, self, spec, this::forget, links, time);
    }

    @Override
    public FlowTotals overhead(int peer) {
      return new FlowTotals(0, 0, 0, 0);
    }

    private void forget(MemberFlows flows) {
      synchronized (this) {
        open.remove(flows);
      }
      leave(flows.session());
    }

    @Override
    public void close() {
      Set<MemberFlows> left;
      synchronized (this) {
        closed = true;
        left = Set.copyOf(open);
      }
      left.forEach(MemberFlows::cut);
    }
  }
}
