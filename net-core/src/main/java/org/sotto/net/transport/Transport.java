package org.sotto.net.transport;

import java.time.Duration;
import org.sotto.net.party.PartyTable;

/** What carries the bytes of this party's sessions. Safe for use by several threads. */
public interface Transport extends AutoCloseable {
  /** All parties. */
  PartyTable parties();

  /** This party's id. */
  int self();

  /**
   * Opens the flows of one session and returns when every other member has opened the same one. The
   * flows belong to the calling thread.
   *
   * @param spec what all members must agree on
   * @param deadline how long to wait for the others
   * @throws org.sotto.net.error.HelloMismatchException if a member opened it with another spec
   * @throws org.sotto.net.error.ConnectException if a member did not come in time
   */
  Flows open(SessionSpec spec, Duration deadline);

  /**
   * What crossed the wire to and from a peer for no session of its own: the control flow, the
   * hellos of shared flows, and what was sent again on them. With the totals of all sessions, those
   * that have closed too, it makes up all bytes between the two parties.
   */
  FlowTotals overhead(int peer);

  /** Ends all flows; threads blocked on one fail. Waits briefly for bytes on their way out. */
  @Override
  void close();
}
