package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.link.Wire.Ends;
import org.sotto.net.link.Wire.Received;

/** The relay against the clock. */
@Timeout(120)
final class RelayTimingTest {
  private static LinkProfile link(long oneWayMillis, long rate) {
    return LinkProfile.of("test", Duration.ofMillis(2 * oneWayMillis), rate);
  }

  @ParameterizedTest
  @ValueSource(longs = {10, 30, 50})
  void aByteTakesTheOneWayDelayInEachDirection(long millis)
      throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          try (Wire wire = new Wire(link(millis, 1_000_000_000))) {
            Ends ends = wire.connect();
            Wire.delayMillis(ends, Direction.FORWARD, 5);
            // The relay makes two sockets of one, and each has a reader that must wake up.
            double socket = Wire.directMillis(Duration.ofMillis(millis), 15);
            for (Direction direction : Direction.values()) {
              double measured = Wire.delayMillis(ends, direction, 21);
              System.out.printf(
                  "one way %d ms, %s: %.3f ms, a socket alone %.3f ms%n",
                  millis, direction, measured, socket);
              assertThat(measured - 2 * socket).isCloseTo((double) millis, within(millis * 0.02));
            }
          }
        });
  }

  @Test
  void connectingTakesTheTimeOfAHandshakeOnTheLink() throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          try (Wire wire = new Wire(link(20, 1_000_000_000))) {
            double least = Double.MAX_VALUE;
            for (int i = 0; i < 5; i++) {
              long begin = System.nanoTime();
              Socket dialler = wire.dial();
              dialler.getOutputStream().write(1);
              Socket target = wire.accept();
              assertThat(target.getInputStream().read()).isOne();
              target.getOutputStream().write(2);
              assertThat(dialler.getInputStream().read()).isEqualTo(2);
              least = Math.min(least, (System.nanoTime() - begin) / 1e6);
            }
            // SYN, its answer, the first byte, the byte back.
            assertThat(least).isBetween(80.0, 86.0);
          }
        });
  }

  @ParameterizedTest
  @CsvSource({
    "10, 10_000_000, 0, 1",
    "10, 100_000_000, 0, 1",
    "30, 1_000_000_000, 0, 1",
    "30, 1_000_000_000, 50_000_000, 1",
    "30, 1_000_000_000, 50_000_000, 4",
    "30, 120_000_000, 50_000_000, 4",
  })
  void theRateIsTheLinksNotTheSockets(long millis, String rate, String cap, int flows)
      throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          LinkProfile profile =
              link(millis, Long.parseLong(rate.replace("_", "")))
                  .withFlowRate(Long.parseLong(cap.replace("_", "")));
          double expected = new CostModel(profile, flows).rate();
          double seconds = 1.2;
          try (Wire wire = new Wire(profile)) {
            List<CompletableFuture<Received>> all = new ArrayList<>();
            for (Ends ends : wire.connect(flows)) {
              long bytes = (long) (expected / 8 / flows * seconds);
              all.add(Wire.receive(ends.target(), bytes));
              var _ = Wire.send(ends.dialler(), bytes);
            }
            double measured = all.stream().mapToDouble(r -> r.join().bitsPerSecond()).sum();
            System.out.printf(
                "%s, %d flows: %.2f of %.2f Mbit/s%n",
                profile, flows, measured / 1e6, expected / 1e6);
            assertThat(measured).isCloseTo(expected, within(expected * 0.03));
          }
        });
  }

  @Test
  void aSmallFrameOnAnIdleFlowDoesNotWaitForBulkOnOthers()
      throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          try (Wire wire = new Wire(link(20, 20_000_000))) {
            List<Ends> flows = wire.connect(4);
            for (Ends bulk : flows.subList(0, 3)) {
              Wire.receive(bulk.target(), Long.MAX_VALUE).exceptionally(e -> null);
              var _ = Wire.send(bulk.dialler(), Long.MAX_VALUE);
            }
            long before = wire.relay.bytes(Direction.FORWARD);
            await().until(() -> wire.relay.bytes(Direction.FORWARD) > before + 200_000);
            double measured = Wire.delayMillis(flows.get(3), Direction.FORWARD, 15);
            System.out.printf("one way 20 ms beside three busy flows: %.3f ms%n", measured);
            assertThat(measured).isBetween(20.0, 25.0);
            // And the other way, which is idle.
            assertThat(Wire.delayMillis(flows.get(3), Direction.BACKWARD, 9))
                .isCloseTo(20, within(0.5));
          }
        });
  }

  @Test
  void aChangeOfRateHoldsForAllFlowsInMidTransfer() throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          LinkProfile slow = link(10, 8_000_000);
          try (Wire wire = new Wire(slow)) {
            List<CompletableFuture<Received>> all = new ArrayList<>();
            long bytes = 2_000_000;
            long begin = System.nanoTime();
            for (Ends ends : wire.connect(4)) {
              all.add(Wire.receive(ends.target(), bytes));
              var _ = Wire.send(ends.dialler(), bytes);
            }
            await()
                .pollInterval(Duration.ofMillis(5))
                .until(() -> wire.relay.bytes(Direction.FORWARD) > 500_000);
            double slowly = (System.nanoTime() - begin) / 1e9;
            wire.relay.reshape(slow.withRate(80_000_000));
            all.forEach(CompletableFuture::join);
            double seconds = (System.nanoTime() - begin) / 1e9 - slowly;
            assertThat(slowly).isBetween(0.5, 0.9);
            assertThat(seconds).isCloseTo(7_500_000 * 8 / 80e6, within(0.05));
            assertThat(wire.relay.profile().rate()).isEqualTo(80_000_000);
          }
        });
  }

  @Test
  void slotsHoldBackBothDirectionsInTurns() throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          LinkProfile profile =
              link(10, 100_000_000)
                  .withSlots(new Slots(Duration.ofMillis(40), Duration.ZERO, 0.25));
          try (Wire wire = new Wire(profile)) {
            Ends ends = wire.connect();
            for (Direction direction : Direction.values()) {
              double expected = 100e6 * profile.slots().orElseThrow().part(direction);
              long bytes = (long) (expected / 8 * 1.2);
              var received = Wire.receive(ends.farEnd(direction), bytes);
              var _ = Wire.send(ends.end(direction), bytes);
              // Begin and end fall anywhere in a period of 40 ms.
              assertThat(received.join().bitsPerSecond())
                  .isCloseTo(expected, within(expected * 0.04));
            }
          }
        });
  }
}
