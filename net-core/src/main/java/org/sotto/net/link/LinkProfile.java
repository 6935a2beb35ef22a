package org.sotto.net.link;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The figures of a link between two parties; both directions have the same. {@link #toString} is
 * one line that {@link #parse} reads back to an equal profile, so that parties can compare it.
 *
 * @param name what it is called, lower case; a profile made from a named one keeps the name
 * @param delay one way, without queueing and serialization; half a round trip
 * @param jitter each submission's delay is drawn uniformly from delay - jitter to delay + jitter; a
 *     flow's bytes stay in order, so behind a late one all are late. At most the delay
 * @param rate bits per second in each direction, shared by all flows of the pair; above 0
 * @param flowRate the most bits per second that one flow gets in each direction (a window over a
 *     round trip, or a shaper); 0 for no cap
 * @param stalls pauses of single flows in place of loss
 * @param slots turns of the two directions
 */
public record LinkProfile(
    String name,
    Duration delay,
    Duration jitter,
    long rate,
    long flowRate,
    Optional<Stalls> stalls,
    Optional<Slots> slots) {

  private static final Duration MOST_DELAY = Duration.ofMinutes(10);
  private static final long MOST_RATE = 1_000_000_000_000L;

  /** Neighbours in one rack: 0.1 ms one way, 10 Gbit/s. */
  public static final LinkProfile LAN = of("lan", Duration.ofNanos(200_000), 10_000_000_000L);

  /** One metropolitan area: 11 ms round trip, 10 Gbit/s. */
  public static final LinkProfile METRO = of("metro", Duration.ofMillis(11), 10_000_000_000L);

  /** Across a continent: 35 ms round trip, 1 Gbit/s. */
  public static final LinkProfile CONTINENT =
      of("continent", Duration.ofMillis(35), 1_000_000_000L);

  /** Across an ocean: 60 ms round trip, 1 Gbit/s. */
  public static final LinkProfile WAN = of("wan", Duration.ofMillis(60), 1_000_000_000L);

  /**
   * A mobile link: 50 ms round trip, 5 ms of jitter, slots of 5 ms each way, 100 Mbit/s within a
   * slot and so 50 Mbit/s each way.
   */
  public static final LinkProfile MOBILE =
      of("mobile", Duration.ofMillis(50), 100_000_000L)
          .withJitter(Duration.ofMillis(5))
          .withSlots(new Slots(Duration.ofMillis(10), Duration.ZERO, 0.5));

  /** All named profiles, from near to far. */
  public static final List<LinkProfile> NAMED = List.of(LAN, METRO, CONTINENT, WAN, MOBILE);

  /** Refuses what cannot be, and says what was expected. */
  public LinkProfile {
    ProfileText.check(
        name.matches("[a-z][a-z0-9_-]*"), "link", "a name of lower-case letters", name);
    ProfileText.check(
        !delay.isNegative() && delay.compareTo(MOST_DELAY) <= 0,
        "link",
        "a delay of 0 to " + ProfileText.time(MOST_DELAY),
        delay.toString());
    ProfileText.check(
        !jitter.isNegative() && jitter.compareTo(delay) <= 0,
        "link",
        "a jitter of 0 to the one-way delay",
        ProfileText.time(jitter));
    ProfileText.check(
        rate > 0 && rate <= MOST_RATE,
        "link",
        "a rate of 1bit to " + ProfileText.rate(MOST_RATE),
        rate + "bit");
    ProfileText.check(
        flowRate >= 0 && flowRate <= MOST_RATE,
        "link",
        "a flow rate of 0 (no cap) to " + ProfileText.rate(MOST_RATE),
        flowRate + "bit");
  }

  /**
   * A link without jitter, cap, stalls and slots.
   *
   * @param roundTrip twice the delay
   * @param rate bits per second in each direction
   */
  public static LinkProfile of(String name, Duration roundTrip, long rate) {
    return new LinkProfile(
        name, roundTrip.dividedBy(2), Duration.ZERO, rate, 0, Optional.empty(), Optional.empty());
  }

  /**
   * One of {@link #NAMED}, upper or lower case.
   *
   * @throws IllegalArgumentException listing the names
   */
  public static LinkProfile named(String name) {
    return NAMED.stream()
        .filter(p -> p.name.equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "link: expected one of "
                        + String.join(", ", NAMED.stream().map(LinkProfile::name).toList())
                        + ", got '"
                        + name
                        + "'"));
  }

  /**
   * Reads what {@link #toString} writes, and less: {@code wan}, {@code wan,flow=100Mbit}, {@code
   * lab,rtt=5ms,rate=2.5Gbit,jitter=200us,stalls=1s/60ms,slots=10ms/0ms/0.5}. A first word that is
   * no named profile needs {@code rtt} (or {@code delay}, one way) and {@code rate}; {@code none}
   * takes an option away. Times in ns, us, ms, s; rates in bit, kbit, Mbit, Gbit per second.
   *
   * @throws IllegalArgumentException saying what was expected and what came
   */
  public static LinkProfile parse(String text) {
    return ProfileText.parse(text);
  }

  /** The same under another name. */
  public LinkProfile withName(String changed) {
    return new LinkProfile(changed, delay, jitter, rate, flowRate, stalls, slots);
  }

  /** The same with another one-way delay. */
  public LinkProfile withDelay(Duration changed) {
    return new LinkProfile(name, changed, jitter, rate, flowRate, stalls, slots);
  }

  /** The same with half this as its one-way delay. */
  public LinkProfile withRoundTrip(Duration changed) {
    return withDelay(changed.dividedBy(2));
  }

  /** The same with another jitter. */
  public LinkProfile withJitter(Duration changed) {
    return new LinkProfile(name, delay, changed, rate, flowRate, stalls, slots);
  }

  /** The same with another shared rate, bits per second in each direction. */
  public LinkProfile withRate(long changed) {
    return new LinkProfile(name, delay, jitter, changed, flowRate, stalls, slots);
  }

  /** The same with another cap of each flow, bits per second in each direction, 0 for none. */
  public LinkProfile withFlowRate(long changed) {
    return new LinkProfile(name, delay, jitter, rate, changed, stalls, slots);
  }

  /** The same with these stalls. */
  public LinkProfile withStalls(Stalls changed) {
    return new LinkProfile(name, delay, jitter, rate, flowRate, Optional.of(changed), slots);
  }

  /** The same with these slots. */
  public LinkProfile withSlots(Slots changed) {
    return new LinkProfile(name, delay, jitter, rate, flowRate, stalls, Optional.of(changed));
  }

  /** The same without stalls. */
  public LinkProfile withoutStalls() {
    return new LinkProfile(name, delay, jitter, rate, flowRate, Optional.empty(), slots);
  }

  /** The same without slots: both directions send at any time. */
  public LinkProfile withoutSlots() {
    return new LinkProfile(name, delay, jitter, rate, flowRate, stalls, Optional.empty());
  }

  /** What one flow gets if it is alone and neither stalls nor waits for a slot, bits per second. */
  public long mostFlowRate() {
    return flowRate == 0 ? rate : Math.min(rate, flowRate);
  }

  /**
   * All figures in one line, {@code wan,rtt=60ms,jitter=0ms,rate=1Gbit,flow=none,stalls=none,
   * slots=none} without the space: equal for equal profiles.
   */
  @Override
  public String toString() {
    return ProfileText.line(this);
  }
}
