package org.sotto.bench.cost;

import java.util.Comparator;
import java.util.List;
import org.sotto.net.CostLedger;
import org.sotto.net.LinkCost;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;

/**
 * What a run asks of the links, for predictions.
 *
 * @param rounds on the critical path, of the party that has most
 * @param bytes on the wire in the busiest direction of any pair of parties
 * @param messages in that direction
 */
public record LinkLoad(long rounds, long bytes, long messages) {
  /** Up to this size a message travels on one flow. */
  private static final long ONE_FLOW_MESSAGE = 256 << 10;

  /** That of a run, from each party's ledger. */
  public static LinkLoad of(List<CostLedger> parties) {
    return parties.stream()
        .flatMap(party -> party.total().links().stream())
        .max(Comparator.comparingLong(LinkCost::wireSent))
        .map(busiest -> new LinkLoad(rounds(parties), busiest.wireSent(), busiest.messagesSent()))
        .orElseGet(() -> new LinkLoad(rounds(parties), 0, 0));
  }

  private static long rounds(List<CostLedger> parties) {
    return parties.stream().mapToLong(CostLedger::rounds).max().orElse(0);
  }

  /**
   * The predicted seconds without compute. Of the flows as many count as a message of mean size has
   * parts to spread over them.
   *
   * @param flows of the session to each peer
   */
  public double seconds(LinkProfile link, int flows) {
    long mean = messages == 0 ? 0 : bytes / messages;
    long parts = Math.max(1, (mean + ONE_FLOW_MESSAGE - 1) / ONE_FLOW_MESSAGE);
    return new CostModel(link, (int) Math.min(flows, parts)).seconds(rounds, bytes);
  }
}
