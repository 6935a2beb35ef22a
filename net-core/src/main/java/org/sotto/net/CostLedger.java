package org.sotto.net;

import java.util.List;
import java.util.Locale;

/**
 * What a session has cost so far, exactly: a snapshot.
 *
 * <p>Rounds are the critical path, not a count of calls: every message carries its sender's causal
 * depth, 1 + the greatest depth it had received before, so messages that do not wait for each other
 * share a round, and a party's rounds are the greatest depth it has sent or received.
 *
 * @param session the session's key
 * @param self the party whose ledger this is
 * @param total the root phase: the whole session
 * @param sockets for each peer, all that crossed its flow
 */
public record CostLedger(String session, int self, PhaseCost total, List<SocketCost> sockets) {
  /** Copies the list. */
  public CostLedger {
    sockets = List.copyOf(sockets);
  }

  /** Rounds on this party's critical path. */
  public long rounds() {
    return total.rounds();
  }

  /** Messages and bytes over all peers. */
  public LinkCost sum() {
    return total.sum();
  }

  /** A table of all phases, for people. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%-28s %7s %9s %12s %12s %12s%n",
            "party " + self + ", " + session,
            "rounds",
            "messages",
            "payload sent",
            "wire sent",
            "wire recv"));
    append(text, total, 0);
    return text.toString();
  }

  private static void append(StringBuilder text, PhaseCost phase, int depth) {
    LinkCost sum = phase.sum();
    text.append(
        String.format(
            Locale.ROOT,
            "%-28s %7d %9d %12d %12d %12d%n",
            "  ".repeat(depth) + phase.name(),
            phase.rounds(),
            sum.messagesSent(),
            sum.payloadSent(),
            sum.wireSent(),
            sum.wireReceived()));
    phase.phases().forEach(inner -> append(text, inner, depth + 1));
  }
}
