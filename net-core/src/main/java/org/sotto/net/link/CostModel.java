package org.sotto.net.link;

import java.time.Duration;

/**
 * The time that a protocol takes on a link: rounds on the critical path x delay + bytes of the
 * busiest direction / rate + compute. It adds what may overlap, so it is an upper estimate for a
 * protocol that streams; it leaves out connecting and congestion control.
 *
 * <p>The delay of a round is the one-way delay and the mean wait, for a message at a random moment,
 * for the direction's slot, (1 - share)^2 x period / 2, and for the end of a stall, length^2 / (2 x
 * period). The rate is min(rate, flows x what one flow gets), without the time of stalls and of the
 * other direction's slots.
 *
 * @param link the link between each two parties
 * @param flows how many flows the bytes are spread over, 1 or more
 */
public record CostModel(LinkProfile link, int flows) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Refuses less than one flow. */
  public CostModel {
    ProfileText.check(flows >= 1, "flows", "1 or more", String.valueOf(flows));
  }

  /** Over one flow. */
  public static CostModel of(LinkProfile link) {
    return new CostModel(link, 1);
  }

  /**
   * The predicted time.
   *
   * @param rounds on the critical path, each one a message one way
   * @param bytes of the busiest direction of any pair of parties
   * @param compute of the party that computes longest
   */
  public Duration predict(long rounds, long bytes, Duration compute) {
    return compute.plusNanos(Math.round(seconds(rounds, bytes) * NANOS_PER_SECOND));
  }

  /** The predicted seconds without compute. */
  public double seconds(long rounds, long bytes) {
    return rounds * roundSeconds() + 8.0 * bytes / rate();
  }

  /** Seconds from one party to another for a message of no size; the slower direction's. */
  public double roundSeconds() {
    double slots =
        link.slots().map(s -> Math.pow(1 - least(s), 2) * s.period().toNanos() / 2).orElse(0.0);
    double stalls = link.stalls().map(s -> s.part() * s.length().toNanos() / 2).orElse(0.0);
    return (link.delay().toNanos() + slots + stalls) / NANOS_PER_SECOND;
  }

  /** Bits per second that all flows together carry; the slower direction's. */
  public double rate() {
    double moving = 1 - link.stalls().map(Stalls::part).orElse(0.0);
    double open = link.slots().map(CostModel::least).orElse(1.0);
    return open * Math.min((double) link.rate(), flows * moving * link.mostFlowRate());
  }

  private static double least(Slots slots) {
    return Math.min(slots.part(Direction.FORWARD), slots.part(Direction.BACKWARD));
  }
}
