package org.sotto.net.link;

import java.time.Duration;

/**
 * Time division duplex, as on radio links: the directions take turns, and what is ready in between
 * waits. In each period the {@link Direction#FORWARD} slot comes first and the {@link
 * Direction#BACKWARD} slot has the rest. The rate of the profile holds within a slot, so the mean
 * rate of a direction is its part of that.
 *
 * @param period both slots together, at least 1 microsecond
 * @param offset where the first period begins after the link's start, 0 or more and below the
 *     period
 * @param share the part of the period that is FORWARD's, above 0 and below 1
 */
public record Slots(Duration period, Duration offset, double share) {
  /** Refuses what cannot be. */
  public Slots {
    ProfileText.check(
        period.toNanos() >= 1_000, "slots", "a period of 1us or more", ProfileText.time(period));
    ProfileText.check(
        !offset.isNegative() && offset.compareTo(period) < 0,
        "slots",
        "an offset of 0 or more and below the period",
        ProfileText.time(offset));
    ProfileText.check(
        share > 0 && share < 1, "slots", "a share above 0 and below 1", String.valueOf(share));
  }

  /** The part of the time in which a direction may send, 0 to 1. */
  public double part(Direction direction) {
    return direction == Direction.FORWARD ? share : 1 - share;
  }
}
