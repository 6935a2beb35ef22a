package org.sotto.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.codec.SottoException;
import org.sotto.net.Channel;
import org.sotto.net.HostileFrames;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.error.SessionTimeoutException;
import org.sotto.net.party.PartyTable;

/** A peer that says a right hello over a real socket and then anything at all. */
@Timeout(20)
final class HostilePeerTest {
  private final PartyTable table = Parties.loopbackTable("alice", "mallory");
  private final MeshOptions options =
      MeshOptions.defaults()
          .withConnectDeadline(Duration.ofSeconds(5))
          .withProgressTimeout(Duration.ofMillis(700));
  private Mesh mesh;
  private RawPeer mallory;

  @SuppressWarnings("NullAway.Init")
  HostilePeerTest() {}

  @BeforeEach
  void connect() throws Exception {
    CompletableFuture<Mesh> connecting =
        CompletableFuture.supplyAsync(() -> Mesh.connect(table, 0, options));
    RawPeer raw = null;
    while (raw == null) {
      try {
        raw = new RawPeer(table, 1);
      } catch (java.net.ConnectException e) {
        Thread.onSpinWait(); // not listening yet
      }
    }
    mallory = raw;
    mesh = connecting.get(5, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws IOException {
    mallory.close();
    mesh.close();
  }

  private interface Act {
    void on(RawPeer.SessionFlow flow) throws IOException;
  }

  private @Nullable Throwable attack(int occurrence, Act act, Consumer<Channel> victim)
      throws Exception {
    CompletableFuture<@Nullable Void> attacking =
        CompletableFuture.runAsync(
            () -> {
              try (RawPeer.SessionFlow flow = mallory.session("raw", occurrence)) {
                act.on(flow);
              } catch (IOException e) {
                // The victim hung up first.
              }
            });
    try (Session session = mesh.session("raw")) {
      return catchThrowable(() -> victim.accept(session.to(1)));
    } finally {
      attacking.get(5, TimeUnit.SECONDS);
    }
  }

  private Act send(byte[] bytes) {
    return flow -> {
      flow.socket().getOutputStream().write(bytes);
      mallory.send(new ControlMessage.Closed(flow.number(), List.of((long) bytes.length)));
      while (flow.socket().getInputStream().read() >= 0) {
        // to the victim's end
      }
    };
  }

  @Test
  void eachAttackIsNamed() throws Exception {
    int occurrence = 0;
    for (HostileFrames.Attack attack : HostileFrames.attacks()) {
      Throwable thrown =
          attack(occurrence++, send(attack.bytes()), channel -> channel.receiveBytes(1));
      assertThat(thrown)
          .as(attack.name())
          .isInstanceOfAny(DesyncException.class, PeerLostException.class)
          .hasMessageContaining("mallory (party 1)");
    }
  }

  @Test
  void randomBytesGiveOurExceptionsOnly() throws Exception {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int i = 0; i < 300; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      int count = random.nextInt(4);
      Throwable thrown =
          attack(
              i,
              send(bytes),
              channel -> {
                while (count > 0) {
                  channel.receiveBytes(count);
                }
                channel.receive();
                channel.receive();
              });
      if (thrown != null) {
        assertThat(thrown)
            .isInstanceOf(SottoException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  @Test
  void aPeerThatStopsInTheMiddleTimesOut() throws Exception {
    Throwable thrown =
        attack(
            0,
            flow -> {
              flow.socket().getOutputStream().write(new byte[] {0, 25 << 2 | 1, 1, 1, 2});
              while (flow.socket().getInputStream().read() >= 0) {
                // says no more
              }
            },
            channel -> {
              channel.receiveBytes(0);
              channel.receiveBytes(25);
            });
    assertThat(thrown)
        .isInstanceOf(SessionTimeoutException.class)
        .hasMessageContaining("mallory (party 1)");
  }

  @Test
  void aPeerThatSaysNothingTimesOut() throws Exception {
    Throwable silent =
        attack(
            0,
            flow -> {
              while (flow.socket().getInputStream().read() >= 0) {
                // takes all, says nothing
              }
            },
            channel -> channel.receiveBytes(1));
    assertThat(silent)
        .isInstanceOf(SessionTimeoutException.class)
        .hasMessageContainingAll("mallory (party 1)", "0 bytes arrived");
  }

  @Test
  void aPeerThatTakesNothingTimesOut() throws Exception {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    Throwable deaf =
        attack(
            0,
            flow -> over.join(),
            channel -> {
              try {
                channel.sendBytes(new byte[64 << 20]);
              } finally {
                over.complete(true);
              }
            });
    assertThat(deaf)
        .isInstanceOf(SessionTimeoutException.class)
        .hasMessageContainingAll("mallory (party 1)", "room to send");
  }
}
