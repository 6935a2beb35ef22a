package org.sotto.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.codec.SottoException;
import org.sotto.net.LeakWatch;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tcp.HostileControls.Attack;
import org.sotto.net.transport.SessionSpec;

/**
 * A peer that says a right hello and then anything at all on its control flow and on the flows of
 * shared sessions: its own sessions fail and name it, those of the others go on.
 */
@Timeout(30)
final class HostileControlTest {
  private static final LeakWatch LEAKS = LeakWatch.paranoid();
  private static final SessionOptions SHARED = SessionOptions.defaults().among(0, 2).shared();

  private final PartyTable table = Parties.loopbackTable("alice", "bob", "mallory");
  private final MeshOptions options =
      MeshOptions.defaults()
          .withConnectDeadline(Duration.ofSeconds(5))
          .withCloseTimeout(Duration.ofMillis(100))
          .withProgressTimeout(Duration.ofSeconds(5));
  private Mesh alice;
  private Mesh bob;
  private RawPeer mallory;
  private RawPeer malloryToBob;

  @SuppressWarnings("NullAway.Init")
  HostileControlTest() {}

  @AfterAll
  static void noBufferLeaks() {
    LEAKS.assertNoLeak();
    LEAKS.close();
  }

  @BeforeEach
  void connect() throws Exception {
    var first = CompletableFuture.supplyAsync(() -> Mesh.connect(table, 0, options));
    var second = CompletableFuture.supplyAsync(() -> Mesh.connect(table, 1, options));
    mallory = RawPeer.soon(table, 2, 0);
    malloryToBob = RawPeer.soon(table, 2, 1);
    alice = first.get(5, TimeUnit.SECONDS);
    bob = second.get(5, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws IOException {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    assertTheOthersGoOn();
    for (RawPeer raw : List.of(mallory, malloryToBob)) {
      try (raw) {
        raw.send(new ControlMessage.Bye());
      } catch (IOException e) {
        // Cut off already.
      }
    }
    var closing = CompletableFuture.runAsync(bob::close);
    alice.close();
    closing.join();
  }

  /**
   * Alice and bob open sessions of both kinds after the attack, of which mallory knows the name.
   */
  private void assertTheOthersGoOn() {
    for (SessionOptions kind :
        List.of(
            SessionOptions.defaults().among(0, 1),
            SessionOptions.defaults().among(0, 1).shared())) {
      var other = CompletableFuture.supplyAsync(() -> exchange(bob, kind));
      assertThat(exchange(alice, kind)).isEqualTo(300_000);
      assertThat(other.join()).isEqualTo(300_000);
    }
  }

  private static int exchange(Mesh mesh, SessionOptions kind) {
    try (Session session = mesh.session("good", kind)) {
      session.next().sendBytes(new byte[300_000]);
      return session.next().receiveBytes(300_000).length;
    }
  }

  /** What alice's receive fails with, in a session with mallory that is attacked. */
  private CompletableFuture<@Nullable Throwable> receiving(SessionOptions kind, int bytes) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (Session session = alice.session("raw", kind)) {
            return catchThrowable(() -> session.to(2).receiveBytes(bytes));
          }
        });
  }

  /** Opens the session "raw"; alice's number for it. */
  private int open(boolean shared) throws IOException {
    mallory.send(new ControlMessage.Open(7, spec("raw", shared)));
    return mallory.await(ControlMessage.Open.class).session();
  }

  private SessionSpec spec(String name, boolean shared) {
    SessionSpec all = RawPeer.spec(table, name, 0);
    return new SessionSpec(
        name, 0, List.of(0, 2), all.settings(), new SessionSpec.Carriage(shared, 1, 16));
  }

  static List<Attack> attacks() {
    return HostileControls.attacks();
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void whatIsWrongOnTheControlFlowEndsTheLinkByNameAndTheRestDoesNoHarm(Attack attack)
      throws Exception {
    var victim = receiving(SessionOptions.defaults().among(0, 2), 1);
    int number = open(false);
    try (Socket flow = mallory.flow(number, 0, 0)) {
      assertThat(flow.isConnected()).isTrue();
      try {
        mallory.send(attack.bytes().apply(number));
        mallory.send(new ControlMessage.Closed(number, List.of(0L)));
      } catch (IOException e) {
        assertThat(attack.fatal()).isTrue(); // Alice has hung up.
      }
      assertThat(victim.get(5, TimeUnit.SECONDS))
          .isInstanceOf(attack.fatal() ? PeerLostException.class : DesyncException.class)
          .hasMessageContaining("mallory (party 2)");
    }
  }

  static List<Attack> runs() {
    return HostileControls.runs();
  }

  @ParameterizedTest
  @MethodSource("runs")
  void whatIsWrongOnAFlowOfSharedSessionsEndsTheLinkByName(Attack attack) throws Exception {
    var victim = receiving(SHARED, 1);
    int number = open(true);
    try (Socket flow = mallory.flow(0, 1, 0)) {
      try {
        flow.getOutputStream().write(attack.bytes().apply(number));
      } catch (IOException e) {
        assertThat(attack.fatal()).isTrue();
      }
      if (!attack.fatal()) {
        mallory.send(new ControlMessage.Closed(number, List.of(0L)));
      }
      assertThat(victim.get(5, TimeUnit.SECONDS))
          .isInstanceOf(attack.fatal() ? PeerLostException.class : DesyncException.class)
          .hasMessageContaining("mallory (party 2)");
    }
  }

  @Test
  void whoSendsBeyondItsCreditIsLostByName() throws Exception {
    CompletableFuture<Boolean> flooded = new CompletableFuture<>();
    var victim =
        CompletableFuture.supplyAsync(
            () -> {
              try (Session session = alice.session("raw", SHARED)) {
                flooded.join(); // computes, and takes nothing
                return catchThrowable(() -> session.to(2).receiveBytes(20 << 20));
              }
            });
    int number = open(true);
    byte[] run = HostileControls.run(number, 64 << 10);
    try (Socket flow = mallory.flow(0, 1, 0)) {
      assertThatThrownBy(
              () -> {
                for (int sent = 0; sent < 1 << 30; sent += 64 << 10) {
                  flow.getOutputStream().write(run);
                }
              })
          .isInstanceOf(IOException.class);
    } finally {
      flooded.complete(true);
    }
    assertThat(victim.get(5, TimeUnit.SECONDS))
        .isInstanceOf(SottoException.class)
        .hasMessageContaining("mallory (party 2)");
    assertThatThrownBy(() -> alice.session("raw", SHARED).close())
        .hasMessageContaining("mallory (party 2)")
        .hasStackTraceContaining("beyond what was taken");
  }

  @Test
  void whoGivesCreditForWhatWasNotSentIsLostByName() throws Exception {
    var victim =
        CompletableFuture.supplyAsync(
            () -> {
              try (Session session = alice.session("raw", SHARED)) {
                return catchThrowable(
                    () -> {
                      session.to(2).sendBytes(new byte[100 << 20]);
                      session.to(2).receiveBytes(1);
                    });
              }
            });
    int number = open(true);
    mallory.send(new ControlMessage.Ack(number, 0, Long.MAX_VALUE));
    assertThat(victim.get(5, TimeUnit.SECONDS))
        .isInstanceOf(PeerLostException.class)
        .hasMessageContaining("mallory (party 2)")
        .hasStackTraceContaining("expected credit for at most");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, 1, 1L << 40, Long.MAX_VALUE})
  void aFlowThatClaimsToHaveReceivedWhatWasNeverSentEndsItsSession(long received) throws Exception {
    var driven = receiving(SessionOptions.defaults().among(0, 2), 1);
    int number = open(false);
    try (Socket flow = mallory.flow(number, 0, received)) {
      assertThat(flow.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(driven.get(5, TimeUnit.SECONDS))
        .isInstanceOf(SottoException.class)
        .hasMessageContaining("mallory (party 2)");
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, 1L << 40})
  void aSharedFlowThatClaimsToHaveReceivedWhatWasNeverSentEndsTheLink(long received)
      throws Exception {
    var shared = receiving(SHARED, 1);
    assertThat(open(true)).isPositive();
    mallory.flow(0, 2, received).close();
    assertThat(shared.get(5, TimeUnit.SECONDS))
        .isInstanceOf(PeerLostException.class)
        .hasMessageContaining("mallory (party 2)");
  }

  @Test
  void aControlFlowThatClaimsToHaveReceivedWhatWasNeverSentEndsTheLink() throws Exception {
    var victim = receiving(SHARED, 1);
    assertThat(open(true)).isPositive();
    mallory.controlAgain(1L << 50).close();
    assertThat(victim.get(5, TimeUnit.SECONDS))
        .isInstanceOf(PeerLostException.class)
        .hasMessageContaining("mallory (party 2)");
  }

  @Test
  void whoHasGivenUpTheSessionsOfOthersDoesNotKeepThemFromOpening() throws Exception {
    for (int i = 0; i < 4; i++) {
      mallory.send(new ControlMessage.GiveUp("good#" + i, "mine"));
      malloryToBob.send(new ControlMessage.GiveUp("good#" + i, "mine"));
    }
    mallory.send(new ControlMessage.Ping(1));
    malloryToBob.send(new ControlMessage.Ping(1));
    mallory.await(ControlMessage.Pong.class);
    malloryToBob.await(ControlMessage.Pong.class);
    assertTheOthersGoOn();
  }

  /** Without a leak detector, which keeps a trace of each access. */
  private static long heap() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void offersWithoutEndTakeBoundedMemory() throws Exception {
    long before = heap();
    List<Integer> members = Collections.nCopies(35 << 10, 1);
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("s", "x".repeat(38 << 10));
    SessionSpec.Carriage carriage = new SessionSpec.Carriage(true, 1, 16);
    for (int i = 0; i < 2000; i++) {
      mallory.send(
          new ControlMessage.Open(
              i,
              i % 2 == 0
                  ? new SessionSpec("flood", i, members, new TreeMap<>(), carriage)
                  : new SessionSpec("flood", i, List.of(0, 2), settings, carriage)));
    }
    String answered = "";
    while (!answered.equals("flood#1999")) {
      answered = mallory.await(ControlMessage.GiveUp.class).key();
    }
    assertThat(heap() - before).isLessThan(96L << 20);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void questionsWithoutEndWhoseAnswersNobodyTakesDoTakeBoundedMemory(boolean offers)
      throws Exception {
    long before = heap();
    ByteBuf some = Unpooled.buffer();
    for (int i = 0; i < 1000; i++) {
      some.writeBytes(
          (offers
                  ? new ControlMessage.Open(i, spec("n".repeat(128), true))
                  : new ControlMessage.Ping(i))
              .encoded());
    }
    byte[] thousand = new byte[some.readableBytes()];
    some.readBytes(thousand);
    try {
      for (int i = 0; i < 200; i++) {
        mallory.send(thousand);
      }
    } catch (IOException e) {
      // Alice has hung up.
    }
    assertThat(heap() - before).isLessThan(128L << 20);
  }

  @Test
  void randomBytesOnAnyFlowGiveOurExceptionsOnly() throws Exception {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    boolean shared = random.nextBoolean();
    var victim = receiving(shared ? SHARED : SessionOptions.defaults().among(0, 2), 1 << 20);
    int number = open(shared);
    try (Socket flow = shared ? mallory.flow(0, 1, 0) : mallory.flow(number, 0, 0)) {
      for (int i = 0; i < 200 && !victim.isDone(); i++) {
        byte[] bytes = new byte[1 + random.nextInt(3000)];
        random.nextBytes(bytes);
        flow.getOutputStream().write(bytes);
      }
      byte[] bytes = new byte[100_000];
      random.nextBytes(bytes);
      mallory.send(bytes);
    } catch (IOException e) {
      // Alice has hung up.
    }
    assertThat(victim.get(10, TimeUnit.SECONDS))
        .isInstanceOf(SottoException.class)
        .hasMessageContaining("mallory (party 2)");
  }
}
