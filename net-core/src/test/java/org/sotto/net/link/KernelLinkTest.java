package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The relay beside a link that the kernel shapes: a plain TCP transfer takes the same time. */
@Timeout(120)
final class KernelLinkTest {
  @ParameterizedTest
  @ValueSource(longs = {20_000_000, 200_000_000})
  void aTransferIsAsFastAsOverAShapedDevice(long rate) throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          double payloadRate = rate * KernelLink.PAYLOAD_PART;
          long bytes = (long) (payloadRate / 8 * 2);
          double kernel;
          try (KernelLink link = new KernelLink(rate)) {
            kernel = link.measure(bytes);
          }
          double relay;
          try (Wire wire =
              new Wire(LinkProfile.of("tbf", Duration.ofNanos(100_000), Math.round(payloadRate)))) {
            Wire.Ends ends = wire.connect();
            var received = Wire.receive(ends.target(), bytes);
            var _ = Wire.send(ends.dialler(), bytes);
            relay = received.join().bitsPerSecond();
          }
          System.out.printf(
              "payload of %.0f Mbit/s: %.2f expected, %.2f kernel, %.2f relay%n",
              rate / 1e6, payloadRate / 1e6, kernel / 1e6, relay / 1e6);
          assertThat(kernel).isCloseTo(payloadRate, within(payloadRate * 0.04));
          assertThat(relay).isCloseTo(payloadRate, within(payloadRate * 0.03));
          assertThat(relay).isCloseTo(kernel, within(kernel * 0.04));
        });
  }
}
