package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sotto.net.link.Wire.Ends;
import org.sotto.net.link.Wire.Received;

/** What needs ten seconds of real time: {@code mvn -Plong test}. */
@Tag("long")
@Timeout(300)
final class RelayLongTest {
  @Test
  void eightMebibytesOverFourFlowsTakeThePredictedTimeInTotal()
      throws IOException, InterruptedException {
    Attempts.atTheClock(RelayLongTest::eightMebibytesOverFourFlows);
  }

  private static void eightMebibytesOverFourFlows() throws IOException {
    LinkProfile profile = LinkProfile.of("t12", Duration.ofMillis(100), 10_000_000);
    try (Wire wire = new Wire(profile)) {
      List<Ends> flows = wire.connect(4);
      List<CompletableFuture<Received>> all = new ArrayList<>();
      long begin = System.nanoTime();
      for (Ends ends : flows) {
        all.add(Wire.receive(ends.target(), 2 << 20));
        var _ = Wire.send(ends.dialler(), 2 << 20);
      }
      long last = all.stream().mapToLong(r -> r.join().last()).max().orElseThrow();
      double seconds = (last - begin) / 1e9;
      double predicted = new CostModel(profile, 4).seconds(1, 8 << 20);
      System.out.printf(
          "8 MiB over 4 flows: %.3f s, %.2f Mbit/s; predicted %.3f s%n",
          seconds, (8 << 20) * 8 / seconds / 1e6, predicted);
      assertThat(seconds).isCloseTo(predicted, within(predicted * 0.02));
      assertThat(seconds).isCloseTo(6.7, within(6.7 * 0.05));
      // And each flow had its share: none was done long before the others.
      for (CompletableFuture<Received> one : all) {
        assertThat(last - one.join().last()).isLessThan(100_000_000);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "50_000_000, 1, 10",
    "200_000_000, 4, 10",
    "1_000_000_000, 1, 10",
    "1_000_000_000, 4, 10",
    "100_000_000, 1, 60"
  })
  void theRateHolds(String bitsPerSecond, int flows, int seconds)
      throws IOException, InterruptedException {
    long rate = Long.parseLong(bitsPerSecond.replace("_", ""));
    Attempts.atTheClock(() -> theRateHolds(rate, flows, seconds));
  }

  private static void theRateHolds(long rate, int flows, int seconds) throws IOException {
    try (Wire wire = new Wire(LinkProfile.WAN.withRate(rate))) {
      List<CompletableFuture<Received>> all = new ArrayList<>();
      long bytes = rate / 8 * seconds / flows;
      for (Ends ends : wire.connect(flows)) {
        all.add(Wire.receive(ends.target(), bytes));
        var _ = Wire.send(ends.dialler(), bytes);
      }
      double measured = all.stream().mapToDouble(r -> r.join().bitsPerSecond()).sum();
      System.out.printf("%d flows: %.2f of %.2f Mbit/s%n", flows, measured / 1e6, rate / 1e6);
      assertThat(measured).isCloseTo((double) rate, within(rate * 0.03));
    }
  }
}
