package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Profiles as text, and predictions from them. */
final class LinkProfileTest {
  @Test
  void aLineOfTheCommandLineChangesANamedProfile() {
    assertThat(LinkProfile.parse("wan")).isEqualTo(LinkProfile.WAN);
    assertThat(LinkProfile.parse("WAN, flow=100Mbit, rate=2.5Gbit, rtt=50ms"))
        .isEqualTo(
            LinkProfile.WAN
                .withFlowRate(100_000_000)
                .withRate(2_500_000_000L)
                .withDelay(Duration.ofMillis(25)));
    assertThat(LinkProfile.parse("mobile,slots=none,jitter=none"))
        .isEqualTo(LinkProfile.MOBILE.withoutSlots().withJitter(Duration.ZERO));
    assertThat(LinkProfile.parse("lab,delay=5.5us,rate=9600bit,stalls=1s/60ms"))
        .isEqualTo(
            LinkProfile.of("lab", Duration.ofNanos(11_000), 9_600)
                .withStalls(new Stalls(Duration.ofSeconds(1), Duration.ofMillis(60))));
  }

  @Test
  void theLineHoldsAllFigures() {
    assertThat(LinkProfile.WAN.toString())
        .isEqualTo("wan,rtt=60ms,jitter=0ms,rate=1Gbit,flow=none,stalls=none,slots=none");
    assertThat(LinkProfile.MOBILE.toString())
        .isEqualTo(
            "mobile,rtt=50ms,jitter=5ms,rate=100Mbit,flow=none,stalls=none,slots=10ms/0ms/0.5");
    assertThat(LinkProfile.LAN.toString()).startsWith("lan,rtt=200us,jitter=0ms,rate=10Gbit");
  }

  @Test
  void anyProfileIsReadBackAsItWas() {
    long seed = Simulation.seed();
    SplittableRandom random = new SplittableRandom(seed);
    for (LinkProfile profile : LinkProfile.NAMED) {
      assertThat(LinkProfile.parse(profile.toString())).isEqualTo(profile);
      assertThat(LinkProfile.named(profile.name())).isSameAs(profile);
    }
    for (int i = 0; i < 2_000; i++) {
      LinkProfile profile = Simulation.anyProfile(random);
      assertThat(LinkProfile.parse(profile.toString())).as("seed %d", seed).isEqualTo(profile);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "moon|expected one of lan, metro, continent, wan, mobile, got 'moon'",
        "moon,rtt=2s|expected one of lan, metro",
        "''|expected one of lan, metro",
        "rtt=1ms,rate=1Mbit|expected one of lan, metro",
        "wan,fast|expected key=value with one of rtt, delay",
        "wan,speed=1Gbit|expected one of rtt, delay, jitter, rate, flow, stalls, slots, got speed",
        "wan,rtt=60|expected a time in ns, us, ms or s, as 5.5ms, got '60'",
        "wan,rtt=-1ms|expected a time in",
        "wan,rate=1GB|expected a rate in bit, kbit, Mbit or Gbit, as 100Mbit, got '1gb'",
        "wan,rate=0bit|expected a rate of 1bit to 1000Gbit, got 0bit",
        "wan,rate=0.1bit|expected a rate in",
        "wan,rate=99999999999Gbit|expected a rate",
        "wan,rtt=99999999s|expected a delay of 0 to 600s",
        "wan,jitter=31ms|expected a jitter of 0 to the one-way delay, got 31ms",
        "wan,stalls=1s|expected period/length",
        "wan,stalls=1s/2s|expected a length above 0 and at most half the period, got 2s",
        "wan,slots=10ms/10ms/0.5|expected an offset of 0 or more and below the period",
        "wan,slots=10ms/0ms/1|expected a share above 0 and below 1, got 1.0",
        "wan,slots=10ms/0ms/half|expected a share as 0.5, got half",
      })
  void whatIsWrongIsNamed(String text, String complaint) {
    assertThatThrownBy(() -> LinkProfile.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void predictionsAddDelaysBytesAndCompute() {
    assertThat(CostModel.of(LinkProfile.WAN).predict(10, 12_500_000, Duration.ofMillis(7)))
        .isEqualTo(Duration.ofMillis(300 + 100 + 7));
    LinkProfile capped = LinkProfile.WAN.withFlowRate(300_000_000);
    assertThat(new CostModel(capped, 1).rate()).isEqualTo(300e6);
    assertThat(new CostModel(capped, 3).rate()).isEqualTo(900e6);
    assertThat(new CostModel(capped, 4).rate()).isEqualTo(1e9);
    // Half of the time is the other direction's, and its mean is a wait of 1.25 ms.
    assertThat(CostModel.of(LinkProfile.MOBILE).rate()).isEqualTo(50e6);
    assertThat(CostModel.of(LinkProfile.MOBILE).roundSeconds()).isCloseTo(0.02625, within(1e-9));
    assertThatThrownBy(() -> new CostModel(LinkProfile.WAN, 0)).hasMessageContaining("got 0");
  }

  @Test
  void aPredictionIsWhatTheModelTakes() {
    LinkProfile profile = LinkProfile.WAN.withFlowRate(100_000_000);
    Simulation run = new Simulation(profile, 1);
    for (int flow = 0; flow < 4; flow++) {
      run.send(flow, 5_000_000, 0);
    }
    run.run();
    for (int flow = 0; flow < 4; flow++) {
      assertThat(run.last(flow) / 1e9)
          .isCloseTo(new CostModel(profile, 4).seconds(1, 20_000_000), within(0.001));
    }
  }
}
