package org.sotto.net;

import java.time.Duration;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.SessionSpec.Carriage;
import org.sotto.net.transport.Transport;

/** A transport that carries all sessions in one way, whatever they ask for. */
record Recarried(Transport inner, Carriage carriage) implements Transport {
  @Override
  public PartyTable parties() {
    return inner.parties();
  }

  @Override
  public int self() {
    return inner.self();
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    return inner.open(
        new SessionSpec(spec.name(), spec.occurrence(), spec.members(), spec.settings(), carriage),
        deadline);
  }

  @Override
  public FlowTotals overhead(int peer) {
    return inner.overhead(peer);
  }

  @Override
  public void close() {
    inner.close();
  }
}
