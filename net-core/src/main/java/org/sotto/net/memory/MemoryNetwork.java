package org.sotto.net.memory;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.sotto.net.error.ConnectException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/** A network inside one JVM; hands out one {@link Transport} a party. */
public final class MemoryNetwork {
  private final PartyTable parties;
  private final Map<String, MemorySession> sessions = new HashMap<>();

  /** A network that joins the parties of a table; their endpoints are not used. */
  public MemoryNetwork(PartyTable parties) {
    this.parties = parties;
  }

  /** The transport of one party; ask once a party. */
  public Transport transport(int self) {
    parties.party(self);
    return new MemoryTransport(self);
  }

  private synchronized MemorySession join(SessionSpec spec) {
    return sessions.computeIfAbsent(spec.key(), key -> new MemorySession(parties, key));
  }

  private synchronized void leave(MemorySession session) {
    if (session.abandoned()) {
      sessions.remove(session.key(), session);
    }
  }

  private final class MemoryTransport implements Transport {
    private final int self;
    private final Set<MemoryFlows> open = new HashSet<>();
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
      MemorySession session;
      MemoryFlows flows;
      synchronized (this) {
        if (closed) {
          throw new ConnectException("session " + spec.key() + ": the mesh is closed", null);
        }
        session = join(spec);
        flows = session.enter(self, spec, this::forget);
        open.add(flows);
      }
      try {
        session.meet(flows, deadline);
      } catch (RuntimeException e) {
        flows.close();
        throw e;
      }
      return flows;
    }

    @Override
    public FlowTotals overhead(int peer) {
      return new FlowTotals(0, 0, 0, 0);
    }

    private void forget(MemoryFlows flows) {
      synchronized (this) {
        open.remove(flows);
      }
      leave(flows.session());
    }

    @Override
    public void close() {
      Set<MemoryFlows> left;
      synchronized (this) {
        closed = true;
        left = Set.copyOf(open);
      }
      left.forEach(MemoryFlows::cut);
    }
  }
}
