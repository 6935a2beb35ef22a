package org.sotto.net.link;

import java.time.Duration;

/**
 * Loss as a program sees it behind TCP: now and then one flow stands still until the lost packet
 * has come again. In each period each flow of each direction stalls once, at a place that the seed
 * decides; the other flows go on and may take its share.
 *
 * @param period how often, at least 1 microsecond
 * @param length how long, above 0 and at most half the period; about one round trip for a lost
 *     packet that is found by those behind it, 200 ms and more for one found by a timer (RFC 6298)
 */
public record Stalls(Duration period, Duration length) {
  /** Refuses what cannot be. */
  public Stalls {
    ProfileText.check(
        period.toNanos() >= 1_000, "stalls", "a period of 1us or more", ProfileText.time(period));
    ProfileText.check(
        length.isPositive() && length.multipliedBy(2).compareTo(period) <= 0,
        "stalls",
        "a length above 0 and at most half the period",
        ProfileText.time(length));
  }

  /** The part of the time in which a flow stands still, 0 to 1. */
  double part() {
    return (double) length.toNanos() / period.toNanos();
  }
}
