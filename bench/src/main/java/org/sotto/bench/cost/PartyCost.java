package org.sotto.bench.cost;

import java.util.List;
import org.sotto.net.CostLedger;
import org.sotto.net.LinkCost;

/**
 * What a session cost one party, over all its peers.
 *
 * @param party the party's name
 * @param rounds on its critical path
 * @param messages messages sent
 * @param payloadSent bytes
 * @param payloadReceived bytes
 * @param wireSent bytes, frame headers included
 * @param wireReceived bytes, frame headers included
 */
public record PartyCost(
    String party,
    long rounds,
    long messages,
    long payloadSent,
    long payloadReceived,
    long wireSent,
    long wireReceived) {

  /** The sums of a ledger. */
  public static PartyCost of(String party, CostLedger ledger) {
    LinkCost sum = ledger.sum();
    return new PartyCost(
        party,
        ledger.rounds(),
        sum.messagesSent(),
        sum.payloadSent(),
        sum.payloadReceived(),
        sum.wireSent(),
        sum.wireReceived());
  }

  /** The names of {@link #cells}, with their units. */
  public static final List<Object> COLUMNS =
      List.of(
          "party",
          "rounds",
          "messages",
          "payloadSentBytes",
          "payloadReceivedBytes",
          "wireSentBytes",
          "wireReceivedBytes");

  /** All fields, for a row of a table. */
  public List<Object> cells() {
    return List.of(party, rounds, messages, payloadSent, payloadReceived, wireSent, wireReceived);
  }
}
