package org.sotto.bench.cost;

import java.util.Comparator;
import java.util.List;
import org.sotto.net.CostLedger;
import org.sotto.net.LinkCost;
import org.sotto.net.SessionOptions;
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
   * The predicted seconds without compute. As many flows count as a message of mean size is spread
   * over.
   *
   * @param flows of the session to each peer
   */
  public double seconds(LinkProfile link, int flows) {
    long mean = messages == 0 ? 0 : bytes / messages;
    return new CostModel(link, SessionOptions.spread(mean, flows)).seconds(rounds, bytes);
  }
}
