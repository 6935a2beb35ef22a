package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.sotto.net.link.Simulation.MILLISECOND;
import static org.sotto.net.link.Simulation.SECOND;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The model against its figures, in virtual time. */
final class LinkModelTest {
  private static final LinkProfile SLOW =
      LinkProfile.of("slow", Duration.ofMillis(100), 10_000_000);

  @ParameterizedTest
  @ValueSource(strings = {"lan", "metro", "continent", "wan"})
  void aByteArrivesAfterTheDelayAndItsOwnBits(String name) {
    LinkProfile profile = LinkProfile.named(name);
    Simulation run = new Simulation(profile, 1).send(0, 1, 5 * MILLISECOND).run();
    assertThat(run.last(0))
        .isEqualTo(5 * MILLISECOND + profile.delay().toNanos() + 8 * SECOND / profile.rate());
  }

  @ParameterizedTest
  @CsvSource({
    "10Mbit, none, 1",
    "10Mbit, none, 60",
    "1Gbit, none, 1",
    "1Gbit, 100Mbit, 60",
    "10Gbit, none, 1",
    "7Mbit, 3Mbit, 60",
    "333kbit, none, 10"
  })
  void oneFlowHasExactlyItsRate(String rate, String flow, long seconds) {
    LinkProfile profile =
        LinkProfile.parse("x,rtt=40ms,rate=" + rate + ",flow=" + flow).withJitter(Duration.ZERO);
    long bytes = profile.mostFlowRate() / 8 * seconds;
    Simulation run = new Simulation(profile, 1).send(0, bytes, 0).run();
    double exact = 20e6 + bytes * 8e9 / profile.mostFlowRate();
    assertThat((double) run.last(0)).isCloseTo(exact, within(2.0));
    assertThat(run.bytes(0, 0, Long.MAX_VALUE)).isEqualTo(bytes);
    // And evenly on the way: each tenth of it within 3 %.
    long tenth = seconds * SECOND / 10;
    for (int i = 1; i < 9; i++) {
      long from = 20 * MILLISECOND + i * tenth;
      assertThat((double) run.bytes(0, from, from + tenth))
          .isCloseTo(bytes / 10.0, within(bytes / 10.0 * 0.03 + 1500));
    }
  }

  @Test
  void theRateIsSharedByAllFlowsAndNotGivenToEach() {
    // T12: 50 ms one way, 10 Mbit/s, four flows, 8 MiB in total.
    Simulation run = new Simulation(SLOW, 1);
    for (int flow = 0; flow < 4; flow++) {
      run.send(flow, 2 << 20, 0);
    }
    run.run();
    double seconds = (8 << 20) * 8 / 10e6 + 0.050;
    for (int flow = 0; flow < 4; flow++) {
      assertThat(run.last(flow) / 1e9).isCloseTo(seconds, within(0.006));
    }
  }

  @Test
  void busyFlowsHaveEqualSharesWhateverTheySubmitAtOnce() {
    Simulation run = new Simulation(SLOW, 1);
    int flows = 5;
    run.send(0, 4 << 20, 0).send(1, 4 << 20, 0).send(2, 4 << 20, 700 * MILLISECOND);
    for (int i = 0; i < 40_000; i++) {
      run.send(3, 100, 0);
      run.send(4, 10, 0).send(4, 90, 0);
    }
    run.run(3 * SECOND);
    for (int flow = 0; flow < flows; flow++) {
      assertThat(run.bytes(flow, SECOND, 3 * SECOND))
          .as("bytes of flow %d in two seconds", flow)
          .isCloseTo(2 * 10_000_000 / 8 / flows, within(3_000L));
    }
  }

  @Test
  void aSmallFrameOnAnIdleFlowDoesNotQueueBehindWhatOthersHaveSubmitted() {
    Simulation run = new Simulation(SLOW, 1);
    for (int flow = 0; flow < 4; flow++) {
      run.send(flow, 16 << 20, 0);
    }
    long packet = 1500 * 8 * SECOND / 10_000_000;
    for (int i = 0; i < 50; i++) {
      run.send(9 + i, 100, (100 + 37L * i) * MILLISECOND);
    }
    run.run(3 * SECOND);
    for (int i = 0; i < 50; i++) {
      long sent = (100 + 37L * i) * MILLISECOND;
      assertThat(run.last(9 + i) - sent)
          .isBetween(50 * MILLISECOND, 50 * MILLISECOND + packet + packet / 15 + 1);
    }
  }

  @Test
  void anIdleTimeIsNoCreditAgainstTheOthers() {
    Simulation run = new Simulation(SLOW, 1).send(0, 16 << 20, 0);
    run.send(1, 16 << 20, 4 * SECOND).run(6 * SECOND);
    assertThat(run.bytes(1, 4_500 * MILLISECOND, 5_500 * MILLISECOND))
        .isCloseTo(625_000, within(3_000L));
  }

  @ParameterizedTest
  @CsvSource({"1, 100", "4, 400", "9, 900", "10, 1000", "16, 1000"})
  void cappedFlowsAddUpToTheSharedRate(int flows, long megabits) {
    LinkProfile profile = LinkProfile.WAN.withFlowRate(100_000_000);
    Simulation run = new Simulation(profile, 1);
    for (int flow = 0; flow < flows; flow++) {
      run.send(flow, 25_000_000, flow * 3_111_111L);
    }
    run.run(SECOND + 200 * MILLISECOND);
    double rate = run.bytes(200 * MILLISECOND, SECOND + 200 * MILLISECOND) * 8e-6;
    assertThat(rate).isCloseTo((double) megabits, within(megabits * 0.005));
  }

  @Test
  void whatACappedFlowCannotUseOthersHave() {
    // Two flows of 1 and one without: the model has one cap for all, so the third is many.
    LinkProfile profile = SLOW.withFlowRate(6_000_000);
    Simulation run = new Simulation(profile, 1).send(0, 4 << 20, 0).send(1, 4 << 20, 0);
    for (int i = 0; i < 300; i++) {
      run.send(2, 1_250, i * 10L * MILLISECOND); // 1 Mbit/s, less than a third
    }
    run.run(3 * SECOND);
    assertThat(run.bytes(2, SECOND, 2 * SECOND)).isCloseTo(125_000, within(1_500L));
    assertThat(run.bytes(0, SECOND, 2 * SECOND)).isCloseTo(562_500, within(3_000L));
    assertThat(run.bytes(1, SECOND, 2 * SECOND)).isCloseTo(562_500, within(3_000L));
  }

  @Test
  void jitterStaysInItsBoundsAndUsesThem() {
    LinkProfile profile = LinkProfile.WAN.withJitter(Duration.ofMillis(10));
    Simulation run = new Simulation(profile, Simulation.seed());
    int frames = 2_000;
    for (int i = 0; i < frames; i++) {
      run.send(0, 10, i * 50L * MILLISECOND);
    }
    run.run();
    List<Double> delays = new ArrayList<>();
    for (int i = 0; i < frames; i++) {
      delays.add((run.arrivals.get(i).at() - i * 50.0 * MILLISECOND) / MILLISECOND);
    }
    assertThat(delays).allSatisfy(d -> assertThat(d).isBetween(20.0, 40.001));
    assertThat(delays.stream().mapToDouble(d -> d).min().orElseThrow()).isLessThan(20.2);
    assertThat(delays.stream().mapToDouble(d -> d).max().orElseThrow()).isGreaterThan(39.8);
    // The mean of 2000 uniform draws: a standard deviation is 0.13 ms.
    assertThat(delays.stream().mapToDouble(d -> d).average().orElseThrow())
        .isCloseTo(30.0, within(0.65));
  }

  @Test
  void anEndOfStreamArrivesBehindItsBytes() {
    Simulation run = new Simulation(SLOW, 1).send(0, 100_000, 0).send(0, 0, 0).run();
    assertThat(run.arrivals.getLast().bytes()).isZero();
    assertThat(run.arrivals.getLast().at()).isEqualTo(50 * MILLISECOND + 80 * MILLISECOND);
  }

  @Test
  void aNewProfileHoldsForAllFlowsFromThenOn() {
    Simulation run = new Simulation(SLOW, 1).send(0, 8 << 20, 0).send(1, 8 << 20, 0);
    run.run(SECOND);
    run.model.reshape(SLOW.withRate(40_000_000).withDelay(Duration.ofMillis(5)), SECOND);
    run.run(3 * SECOND);
    assertThat(run.bytes(SECOND, SECOND + 49 * MILLISECOND))
        .isCloseTo(49 * 1_250, within(2_000L)); // what was on the way
    for (int flow = 0; flow < 2; flow++) {
      assertThat(run.bytes(flow, 1_500 * MILLISECOND, 2_500 * MILLISECOND))
          .isCloseTo(2_500_000, within(75_000L));
    }
  }

  @Test
  void aHeldFlowWaitsAndOthersDoNot() {
    Simulation run = new Simulation(SLOW, 1).send(0, 1_000, 0).send(1, 1_000, 0);
    run.model.hold(0, 200 * MILLISECOND);
    run.run();
    assertThat(run.last(0)).isEqualTo(250 * MILLISECOND + 800_000);
    assertThat(run.last(1)).isEqualTo(50 * MILLISECOND + 800_000);
  }

  @Test
  void aForgottenFlowLeavesNothingBehind() {
    Simulation run = new Simulation(SLOW, 1).send(0, 1 << 20, 0).send(1, 100_000, 0);
    run.run(100 * MILLISECOND);
    assertThat(run.model.backlog(0)).isPositive();
    run.model.forget(0);
    run.run();
    assertThat(run.last(0)).isLessThanOrEqualTo(100 * MILLISECOND);
    assertThat(run.bytes(1, 0, Long.MAX_VALUE)).isEqualTo(100_000);
    assertThat(run.model.nextEvent()).isEqualTo(Long.MAX_VALUE);
  }
}
