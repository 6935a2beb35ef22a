package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sotto.net.link.Simulation.MILLISECOND;
import static org.sotto.net.link.Simulation.SECOND;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Slots, stalls, and what holds for any profile. */
final class LinkTimesTest {
  private static final LinkProfile PLAIN =
      LinkProfile.of("plain", Duration.ofMillis(20), 80_000_000);
  private static final Slots SLOTS = new Slots(Duration.ofMillis(20), Duration.ofMillis(3), 0.25);

  @ParameterizedTest
  @EnumSource(Direction.class)
  void aDirectionSendsInItsSlotsOnly(Direction direction) {
    LinkProfile profile = PLAIN.withSlots(SLOTS);
    Simulation run = new Simulation(profile, direction, 1).send(0, 20_000_000, 0).run(2 * SECOND);
    long begin = (direction == Direction.FORWARD ? 3 : 8) * MILLISECOND;
    long length = (direction == Direction.FORWARD ? 5 : 15) * MILLISECOND;
    for (Simulation.Arrival a : run.arrivals) {
      long left = a.at() - 10 * MILLISECOND;
      // A quantum ends in the slot, its last nanosecond included.
      assertThat(Math.floorMod(left - begin - 1, 20 * MILLISECOND)).isLessThan(length);
    }
    double part = SLOTS.part(direction);
    assertThat(run.bytes(SECOND, 2 * SECOND) * 8e-6).isCloseTo(80 * part, within(80 * part * 0.01));
  }

  @ParameterizedTest
  @EnumSource(Direction.class)
  void theMeanWaitForASlotIsAsPredicted(Direction direction) {
    LinkProfile profile = PLAIN.withSlots(new Slots(Duration.ofMillis(20), Duration.ZERO, 0.5));
    Simulation run = new Simulation(profile, direction, 1);
    int frames = 4_000;
    for (int i = 0; i < frames; i++) {
      run.send(0, 1, i * 20_005_000L);
    }
    run.run();
    double sum = 0;
    for (int i = 0; i < frames; i++) {
      sum += run.arrivals.get(i).at() - i * 20_005_000L;
    }
    assertThat(sum / frames / 1e9)
        .isCloseTo(CostModel.of(profile).roundSeconds(), within(0.0000_2));
  }

  @Test
  void eachFlowStallsOnceInEachPeriodAndTheOthersTakeItsShare() {
    Stalls stalls = new Stalls(Duration.ofMillis(500), Duration.ofMillis(100));
    LinkProfile profile = PLAIN.withStalls(stalls);
    long seed = Simulation.seed();
    Simulation run = new Simulation(profile, seed);
    run.send(0, 60_000_000, 0).send(1, 60_000_000, 0).run(5 * SECOND);
    for (int flow = 0; flow < 2; flow++) {
      int gaps = 0;
      long before = 10 * MILLISECOND;
      for (Simulation.Arrival a : run.arrivals) {
        if (a.flow() == flow) {
          gaps += a.at() - before > 90 * MILLISECOND ? 1 : 0;
          before = a.at();
        }
      }
      // Two stalls may touch; the last one may be cut off.
      assertThat(gaps).as("stalls of flow %d, seed %d", flow, seed).isBetween(8, 10);
    }
    // Only where both stall at once is something lost: at most a fifth of the time.
    assertThat(run.bytes(SECOND, 5 * SECOND) * 8e-6 / 4).isBetween(80 * 0.8 - 0.5, 80.1);

    Simulation alone = new Simulation(profile, seed).send(0, 60_000_000, 0).run(5 * SECOND);
    assertThat(alone.bytes(510 * MILLISECOND, 4_510 * MILLISECOND) * 8e-6 / 4)
        .isCloseTo(CostModel.of(profile).rate() / 1e6, within(0.2));
  }

  @Test
  void theSameSeedGivesTheSameArrivalsAndAnotherOneOthers() {
    LinkProfile profile =
        LinkProfile.MOBILE.withStalls(new Stalls(Duration.ofMillis(300), Duration.ofMillis(50)));
    long seed = Simulation.seed();
    Simulation[] runs = new Simulation[3];
    for (int i = 0; i < 3; i++) {
      runs[i] = new Simulation(profile, i < 2 ? seed : seed + 1);
      for (int frame = 0; frame < 200; frame++) {
        runs[i].send(frame % 3, 5_000, frame * 7L * MILLISECOND);
      }
      runs[i].run();
    }
    assertThat(runs[0].arrivals).isEqualTo(runs[1].arrivals).isNotEqualTo(runs[2].arrivals);
  }

  @Test
  void whateverTheProfileNothingIsLostEarlyReorderedOrTooFast() {
    long seed = Simulation.seed();
    for (int round = 0; round < 300; round++) {
      SplittableRandom random = new SplittableRandom(seed + round);
      LinkProfile profile = Simulation.anyProfile(random);
      Simulation run =
          new Simulation(
              profile,
              random.nextBoolean() ? Direction.FORWARD : Direction.BACKWARD,
              random.nextLong());
      Map<Integer, TreeMap<Long, Long>> sentAt = new HashMap<>();
      Map<Integer, Long> sent = new HashMap<>();
      long second = profile.rate() / 8;
      long now = 0;
      for (int i = 0; i < 60; i++) {
        int flow = random.nextInt(4);
        long bytes = 1 + random.nextLong(Math.clamp(second / 20, 1, 1 << 20));
        now += random.nextLong(50 * MILLISECOND);
        long before = sent.getOrDefault(flow, 0L);
        sentAt.computeIfAbsent(flow, f -> new TreeMap<>()).put(before, now);
        sent.put(flow, before + bytes);
        run.send(flow, bytes, now);
      }
      run.run();
      String which = "round " + round + " of seed " + seed + ": " + profile;
      Map<Integer, Long> got = new HashMap<>();
      long least = profile.delay().minus(profile.jitter()).toNanos();
      long begin = Long.MAX_VALUE;
      long total = 0;
      long last = 0;
      for (Simulation.Arrival a : run.arrivals) {
        assertThat(a.at()).as(which).isGreaterThanOrEqualTo(last);
        last = a.at();
        long offset = got.merge(a.flow(), a.bytes(), Long::sum) - a.bytes();
        long submitted = Objects.requireNonNull(sentAt.get(a.flow())).floorEntry(offset).getValue();
        assertThat(a.at() - submitted).as(which).isGreaterThanOrEqualTo(least);
        begin = Math.min(begin, submitted);
        total += a.bytes();
        // All so far fits into the time so far at the shared rate.
        double soonest = total * 8e9 / profile.rate() + least;
        assertThat((double) (a.at() - begin)).as(which).isGreaterThanOrEqualTo(soonest - 2);
      }
      assertThat(got).as(which).isEqualTo(sent);
      // And in the end: no slower than one flow after another with all that can be in the way.
      double capped = total * 8e9 / profile.mostFlowRate();
      double part =
          profile.slots().map(s -> Math.min(s.share(), 1 - s.share())).orElse(1.0)
              * (1 - profile.stalls().map(Stalls::part).orElse(0.0));
      double pauses = 2e9 + profile.delay().plus(profile.jitter()).toNanos();
      assertThat((double) last).as(which).isLessThan(now + capped / part * 1.2 + pauses);
    }
  }
}
