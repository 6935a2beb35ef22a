package org.sotto.net.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.LeakWatch;
import org.sotto.net.link.Wire.Ends;

/** What the relay does to connections, and what it passes on. */
@Timeout(60)
final class RelayFaultTest {
  private static final LinkProfile LINK =
      LinkProfile.of("test", Duration.ofMillis(20), 100_000_000);

  @Test
  void bytesComeThroughAsTheyWereInBothDirectionsAtOnce() throws Exception {
    try (LeakWatch leaks = LeakWatch.paranoid()) {
      try (Wire wire = new Wire(LINK.withJitter(Duration.ofMillis(4)))) {
        Ends ends = wire.connect();
        long seed = Simulation.seed();
        Map<Direction, byte[]> data = new EnumMap<>(Direction.class);
        Map<Direction, CompletableFuture<byte[]>> got = new EnumMap<>(Direction.class);
        for (Direction direction : Direction.values()) {
          byte[] bytes = new byte[3_000_000];
          new SplittableRandom(seed + data.size()).nextBytes(bytes);
          data.put(direction, bytes);
          Wire.THREADS.execute(() -> write(ends.end(direction), bytes));
          got.put(
              direction,
              CompletableFuture.supplyAsync(() -> readAll(ends.farEnd(direction)), Wire.THREADS));
        }
        for (Direction direction : Direction.values()) {
          assertThat(Objects.requireNonNull(got.get(direction)).join())
              .isEqualTo(data.get(direction));
          assertThat(wire.relay.bytes(direction)).isEqualTo(3_000_001);
        }
        await().until(() -> wire.relay.flows() == 0);
      }
      leaks.assertNoLeak();
    }
  }

  @Test
  void aHalfCloseArrivesBehindTheBytesAndTheOtherDirectionGoesOn() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      double least = Double.MAX_VALUE;
      for (int i = 0; i < 8; i++) {
        Ends ends = wire.connect();
        long begin = System.nanoTime();
        ends.dialler().getOutputStream().write(new byte[100_000]);
        ends.dialler().shutdownOutput();
        assertThat(ends.target().getInputStream().readAllBytes()).hasSize(100_000);
        double millis = (System.nanoTime() - begin) / 1e6;
        assertThat(millis).isGreaterThan(18.0);
        least = Math.min(least, millis);
        ends.target().getOutputStream().write(7);
        assertThat(ends.dialler().getInputStream().read()).isEqualTo(7);
        assertThat(wire.relay.flows()).isOne();
        ends.target().close();
        assertThat(ends.dialler().getInputStream().read()).isEqualTo(-1);
        await().until(() -> wire.relay.flows() == 0);
      }
      // 8 ms for the bytes and 10 ms of delay; the first ones run cold code.
      assertThat(least).isLessThan(23.0);
    }
  }

  @Test
  void aResetIsPassedOnBehindTheBytesAfterTheDelay() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      for (Direction direction : Direction.values()) {
        Ends ends = wire.connect();
        ends.end(direction).getOutputStream().write(5);
        await().until(() -> wire.relay.flows() == 1);
        assertThat(ends.farEnd(direction).getInputStream().read()).isEqualTo(5);
        long begin = System.nanoTime();
        ends.end(direction).setSoLinger(true, 0);
        ends.end(direction).close();
        assertReset(ends.farEnd(direction));
        assertThat((System.nanoTime() - begin) / 1e6).isBetween(10.0, 300.0);
        await().until(() -> wire.relay.flows() == 0);
      }
    }
  }

  @Test
  void aTargetThatIsNotThereResetsTheDialler() throws IOException {
    try (Wire gone = new Wire(LINK)) {
      int port = gone.relay.endpoint().port();
      gone.relay.close();
      try (Relay relay = Relay.to("127.0.0.1", port, LINK, 1);
          Socket socket = new Socket("127.0.0.1", relay.endpoint().port())) {
        socket.setSoTimeout(30_000);
        assertReset(socket);
        await().until(() -> relay.flows() == 0);
      }
    }
  }

  @Test
  void aCutResetsAllConnectionsAtBothEndsAndNewOnesWork() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      List<Ends> flows = wire.connect(3);
      flows.getFirst().dialler().getOutputStream().write(new byte[1000]);
      assertThat(wire.relay.flows()).isEqualTo(3);
      assertThat(wire.relay.cut()).isEqualTo(3);
      for (Ends ends : flows) {
        assertReset(ends.dialler());
        assertReset(ends.target());
      }
      assertThat(wire.relay.flows()).isZero();
      assertThat(wire.relay.cut()).isZero();
      wire.connect();
    }
  }

  @Test
  void cuttingOneLeavesTheOthers() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      assertThat(wire.relay.cutOne(new SplittableRandom(1))).isFalse();
      List<Ends> flows = wire.connect(4);
      long seed = Simulation.seed();
      assertThat(wire.relay.cutOne(new SplittableRandom(seed))).isTrue();
      assertThat(wire.relay.flows()).isEqualTo(3);
      AtomicInteger dead = new AtomicInteger();
      for (Ends ends : flows) {
        try {
          Wire.delayMillis(ends, Direction.FORWARD, 2);
        } catch (IOException e) {
          dead.incrementAndGet();
        }
      }
      assertThat(dead).hasValue(1);
    }
  }

  @Test
  void frozenNothingMovesAndThawedNothingIsLost() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      Ends ends = wire.connect();
      var received = Wire.receive(ends.target(), 10_000_001);
      var sent = Wire.send(ends.dialler(), 10_000_001);
      await().until(() -> wire.relay.bytes(Direction.FORWARD) > 1_000_000);
      wire.relay.freeze();
      long stuck = wire.relay.bytes(Direction.FORWARD);
      Socket late = wire.dial();
      late.getOutputStream().write(9);
      await()
          .during(Duration.ofMillis(300))
          .atMost(Duration.ofSeconds(5))
          .until(() -> wire.relay.bytes(Direction.FORWARD) == stuck);
      assertThat(received).isNotDone();
      wire.relay.thaw();
      Socket accepted = wire.accept();
      assertThat(accepted.getInputStream().read()).isEqualTo(9);
      assertThat(sent.join()).isEqualTo(10_000_001);
      assertThat(received.join().bytes()).isEqualTo(10_000_000);
    }
  }

  @Test
  void refusedConnectionsAreClosedAtOnceAndThoseThereAreGoOn() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      Ends ends = wire.connect();
      wire.relay.refuseFor(Duration.ofSeconds(100));
      try (Socket refused = wire.dial()) {
        assertThat(refused.getInputStream().read()).isEqualTo(-1);
      }
      assertThat(Wire.delayMillis(ends, Direction.FORWARD, 3)).isGreaterThan(9.9);
      wire.relay.refuseFor(Duration.ZERO);
      wire.connect();
    }
  }

  @Test
  void aSenderIsHeldBackWhenItsReaderDoesNotRead() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      Ends ends = wire.connect();
      ends.target().setReceiveBufferSize(64 << 10);
      AtomicInteger written = new AtomicInteger();
      var _ =
          CompletableFuture.runAsync(
              () -> {
                byte[] chunk = new byte[64 << 10];
                while (true) {
                  write(ends.dialler(), chunk, false);
                  written.addAndGet(chunk.length);
                }
              },
              Wire.THREADS);
      AtomicInteger before = new AtomicInteger(-1);
      await()
          .pollInterval(Duration.ofMillis(500))
          .until(() -> before.getAndSet(written.get()) == written.get() && written.get() > 0);
      // 375 kB in the relay; the rest is in the buffers of the kernel, 4 MiB each at most.
      assertThat(written.get()).isLessThan(14 << 20);
      assertThat(wire.relay.bytes(Direction.FORWARD)).isLessThan(written.get());
    }
  }

  @Test
  void closingResetsWhatThereIs() throws IOException {
    try (Wire wire = new Wire(LINK)) {
      Ends ends = wire.connect();
      wire.relay.close();
      wire.relay.close();
      assertReset(ends.dialler());
      assertReset(ends.target());
      assertThatThrownBy(wire::dial).isInstanceOf(IOException.class);
    }
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(
            () -> {
              InputStream in = socket.getInputStream();
              while (in.read() >= 0) {}
            })
        .isInstanceOf(SocketException.class)
        .hasMessageContaining("reset");
  }

  private static void write(Socket socket, byte[] data) {
    write(socket, data, true);
  }

  private static void write(Socket socket, byte[] data, boolean last) {
    try {
      socket.getOutputStream().write(data);
      if (last) {
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] readAll(Socket socket) {
    try {
      return socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
