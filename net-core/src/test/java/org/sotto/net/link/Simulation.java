package org.sotto.net.link;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** One direction under virtual time that starts at 0; what arrived is kept in its order. */
final class Simulation {
  static final long MILLISECOND = 1_000_000;
  static final long SECOND = 1_000_000_000;

  /** Bytes of one flow that came together. */
  record Arrival(int flow, long bytes, long at) {}

  /** Bytes that a flow sends at a moment. */
  record Sending(int flow, long bytes, long at) {}

  final LinkModel model;
  final List<Arrival> arrivals = new ArrayList<>();
  private final PriorityQueue<Sending> script =
      new PriorityQueue<>(Comparator.comparingLong(Sending::at));
  private long now;

  Simulation(LinkProfile profile, long seed) {
    this(profile, Direction.FORWARD, seed);
  }

  Simulation(LinkProfile profile, Direction direction, long seed) {
    model = new LinkModel(profile, direction, seed, 0);
  }

  Simulation send(int flow, long bytes, long at) {
    script.add(new Sending(flow, bytes, at));
    return this;
  }

  /** Runs until this moment, or until nothing happens any more. */
  Simulation run(long until) {
    while (true) {
      long next = model.nextEvent();
      if (!script.isEmpty()) {
        next = Math.min(next, script.peek().at());
      }
      if (next > until || next == Long.MAX_VALUE) {
        now = until == Long.MAX_VALUE ? now : until;
        return this;
      }
      if (next < now) {
        throw new AssertionError("the next event, " + next + ", is before now, " + now);
      }
      now = next;
      while (!script.isEmpty() && script.peek().at() <= now) {
        Sending s = script.remove();
        model.submit(s.flow(), now, s.bytes());
      }
      model.poll(now, (flow, bytes, at) -> arrivals.add(new Arrival(flow, bytes, at)));
    }
  }

  Simulation run() {
    return run(Long.MAX_VALUE);
  }

  /** When the last byte of a flow came. */
  long last(int flow) {
    return arrivals.stream()
        .filter(a -> a.flow() == flow)
        .mapToLong(Arrival::at)
        .max()
        .orElseThrow();
  }

  long bytes(int flow, long from, long to) {
    return arrivals.stream()
        .filter(a -> a.flow() == flow && a.at() > from && a.at() <= to)
        .mapToLong(Arrival::bytes)
        .sum();
  }

  long bytes(long from, long to) {
    return arrivals.stream()
        .filter(a -> a.at() > from && a.at() <= to)
        .mapToLong(Arrival::bytes)
        .sum();
  }

  /** A generator whose seed is printed, so that a failure can be run again. */
  static long seed() {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    return seed;
  }

  /** Any sensible profile. */
  static LinkProfile anyProfile(SplittableRandom random) {
    long delay = random.nextLong(0, 80 * MILLISECOND);
    LinkProfile profile =
        LinkProfile.of(
                "any", Duration.ofNanos(2 * delay), (long) Math.pow(10, random.nextDouble(5, 10)))
            .withJitter(Duration.ofNanos(random.nextLong(delay + 1)));
    if (random.nextBoolean()) {
      profile = profile.withFlowRate((long) Math.pow(10, random.nextDouble(5, 10)));
    }
    if (random.nextBoolean()) {
      long period = random.nextLong(10 * MILLISECOND, SECOND);
      profile =
          profile.withStalls(
              new Stalls(
                  Duration.ofNanos(period), Duration.ofNanos(random.nextLong(1, period / 2))));
    }
    if (random.nextBoolean()) {
      long period = random.nextLong(MILLISECOND, 100 * MILLISECOND);
      profile =
          profile.withSlots(
              new Slots(
                  Duration.ofNanos(period),
                  Duration.ofNanos(random.nextLong(period)),
                  random.nextDouble(0.05, 0.95)));
    }
    return profile;
  }
}
