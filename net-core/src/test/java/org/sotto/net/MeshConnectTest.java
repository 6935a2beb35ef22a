package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sotto.net.Connecting.failure;
import static org.sotto.net.Connecting.get;
import static org.sotto.net.Connecting.within;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.error.ConnectException;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** Whoever comes late is waited for; whoever does not come is named, with endpoint and stage. */
@Timeout(20)
final class MeshConnectTest {
  private static final Duration SHORT = Duration.ofMillis(1200);
  private static final Duration SLACK = Duration.ofMillis(1500);

  private final Queue<Socket> held = new ConcurrentLinkedQueue<>();
  private final PartyTable table = Parties.loopbackTable("alice", "bob", "charlie");
  private final PartyTable two = Parties.loopbackTable("alice", "bob");

  @AfterEach
  void closeHeld() throws IOException {
    for (Socket socket : held) {
      socket.close();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aPeerThatStartsLateIsWaitedFor(int late) throws Exception {
    try (Connecting connecting = new Connecting()) {
      MeshOptions options = within(Duration.ofSeconds(8));
      List<java.util.concurrent.CompletableFuture<Mesh>> meshes = new ArrayList<>();
      for (int id = 0; id < 3; id++) {
        if (id != late) {
          meshes.add(connecting.connect(table, id, options));
        }
      }
      assertThat(new CountDownLatch(1).await(1000, TimeUnit.MILLISECONDS)).isFalse();
      assertThat(meshes).noneMatch(mesh -> mesh.isDone());
      long begin = System.nanoTime();
      meshes.add(connecting.connect(table, late, options));
      meshes.forEach(mesh -> assertThat(get(mesh).parties()).isEqualTo(table));
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(2));
    }
  }

  @Test
  void aPeerThatNeverComesIsNamedByWhoDialsIt() {
    try (Connecting connecting = new Connecting()) {
      Throwable thrown = failure(connecting.connect(two, 1, within(SHORT)), SHORT.plus(SLACK));
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll(
              "alice (party 0)", two.party(0).advertised().toString(), "attempts", "refused");
    }
  }

  @Test
  void aPeerThatNeverComesIsNamedByWhoListensForIt() {
    try (Connecting connecting = new Connecting()) {
      Throwable thrown = failure(connecting.connect(two, 0, within(SHORT)), SHORT.plus(SLACK));
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll(
              "bob (party 1)",
              two.party(1).advertised().toString(),
              two.party(0).advertised().toString());
    }
  }

  @Test
  void aPortInUseIsNamed() throws IOException {
    try (ServerSocket taken =
            new ServerSocket(two.party(0).bind().port(), 1, InetAddress.getLoopbackAddress());
        Connecting connecting = new Connecting()) {
      Throwable thrown = failure(connecting.connect(two, 0, within(SHORT)), SLACK);
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll(":" + taken.getLocalPort(), "port");
    }
  }

  @Test
  void aListenerThatStaysMuteIsTriedAgainUntilTheDeadline() throws IOException {
    AtomicInteger accepted = new AtomicInteger();
    try (ServerSocket mute =
            new ServerSocket(two.party(0).bind().port(), 9, InetAddress.getLoopbackAddress());
        Connecting connecting = new Connecting()) {
      acceptAll(mute, accepted, false);
      Throwable thrown = failure(connecting.connect(two, 1, within(SHORT)), SHORT.plus(SLACK));
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll("alice (party 0)", "no complete hello");
      assertThat(accepted.get()).isGreaterThanOrEqualTo(2);
    }
  }

  @Test
  void aListenerThatClosesIsTriedAgainUntilTheDeadline() throws IOException {
    AtomicInteger accepted = new AtomicInteger();
    try (ServerSocket closing =
            new ServerSocket(two.party(0).bind().port(), 9, InetAddress.getLoopbackAddress());
        Connecting connecting = new Connecting()) {
      acceptAll(closing, accepted, true);
      Throwable thrown = failure(connecting.connect(two, 1, within(SHORT)), SHORT.plus(SLACK));
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll("alice (party 0)", "hello");
      assertThat(accepted.get()).isGreaterThanOrEqualTo(3);
    }
  }

  private void acceptAll(ServerSocket server, AtomicInteger accepted, boolean close) {
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                while (true) {
                  Socket socket = server.accept();
                  accepted.incrementAndGet();
                  if (close) {
                    socket.close();
                  } else {
                    held.add(socket);
                  }
                }
              } catch (IOException e) {
                // The test is over.
              }
            });
  }

  @Test
  void aMuteListenerThatIsReplacedByThePeerIsNoFailure() throws Exception {
    try (Connecting connecting = new Connecting()) {
      MeshOptions options = within(Duration.ofSeconds(6));
      AtomicInteger accepted = new AtomicInteger();
      var bob = connecting.connect(two, 1, options);
      try (ServerSocket mute =
          new ServerSocket(two.party(0).bind().port(), 9, InetAddress.getLoopbackAddress())) {
        acceptAll(mute, accepted, false);
        org.awaitility.Awaitility.await().until(() -> accepted.get() > 0);
      }
      var alice = connecting.connect(two, 0, options);
      assertThat(get(alice).self()).isZero();
      assertThat(get(bob).self()).isEqualTo(1);
    }
  }

  @Test
  void aSecondProcessThatClaimsAConnectedIdIsRefused() {
    try (Connecting connecting = new Connecting()) {
      MeshOptions options = within(Duration.ofSeconds(5));
      var alice = connecting.connect(two, 0, options);
      var bob = connecting.connect(two, 1, options);
      get(alice);
      get(bob);
      Party claimed = two.party(1);
      PartyTable elsewhere =
          new PartyTable(
              List.of(
                  two.party(0),
                  new Party(
                      1, claimed.name(), claimed.advertised(), new Endpoint("127.0.0.1", 0))));
      Throwable thrown = failure(connecting.connect(elsewhere, 1, options), SLACK);
      assertThat(thrown)
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll("alice (party 0)", "bob (party 1) is connected already");
      var got = Connecting.start(() -> ping(get(alice)));
      assertThat(ping(get(bob))).isEqualTo(0);
      assertThat(get(got)).isEqualTo(1);
    }
  }

  private static int ping(Mesh mesh) {
    try (Session session = mesh.session("ping")) {
      session.next().sendRing32(new int[] {session.self()});
      return session.next().receiveRing32(1)[0];
    }
  }

  @Test
  void meshesStartAndStopFiftyTimesOnTheSamePorts() {
    for (int i = 0; i < 50; i++) {
      try (Connecting connecting = new Connecting()) {
        var alice = connecting.connect(two, 0, within(Duration.ofSeconds(5)));
        var bob = connecting.connect(two, 1, within(Duration.ofSeconds(5)));
        var got = Connecting.start(() -> ping(get(alice)));
        assertThat(ping(get(bob))).isEqualTo(0);
        assertThat(get(got)).isEqualTo(1);
      }
    }
  }
}
