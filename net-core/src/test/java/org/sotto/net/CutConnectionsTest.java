package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.net.error.PeerLostException;

/** A flow outlives its connections: whenever these are cut, nothing is lost, doubled or changed. */
@Timeout(60)
final class CutConnectionsTest {
  private static final LeakWatch LEAKS = LeakWatch.paranoid();
  private static final int[] SIZES = {0, 1, 31, 64, 5000, 70_000, 300_000, 1 << 20, 3_000_001};

  enum Way {
    DRIVEN,
    STRIPED,
    SHARED;

    SessionOptions options() {
      return switch (this) {
        case DRIVEN -> SessionOptions.defaults().withFlows(1);
        case STRIPED -> SessionOptions.defaults().withFlows(3);
        case SHARED -> SessionOptions.defaults().shared();
      };
    }
  }

  @AfterAll
  static void noBufferLeaks() {
    LEAKS.assertNoLeak();
    LEAKS.close();
  }

  private static int size(int from, int round) {
    return SIZES[(round * 5 + from * 2) % SIZES.length];
  }

  /** All send to both neighbours, then receive from both; the digest of all that came. */
  private static String play(Session session, AtomicInteger round, IntPredicate last) {
    MessageDigest digest = ByteStreams.sha256();
    int self = session.self();
    boolean over = false;
    for (int r = 0; !over; r++) {
      round.accumulateAndGet(r, Math::max);
      boolean mine = self == 0 && last.test(r);
      session.next().sendBytes(ByteStreams.message(self, r, size(self, r)));
      session.previous().sendBytes(new byte[] {(byte) (mine ? 1 : 0)});
      byte[] before = session.previous().receiveBytes(size(session.previous().peer(), r));
      assertThat(before)
          .isEqualTo(ByteStreams.message(session.previous().peer(), r, before.length));
      byte[] after = session.next().receiveBytes(1);
      digest.update(before);
      digest.update(after);
      // Party 0's word goes round the ring, so that all end after the same round.
      session.next().sendBytes(new byte[] {(byte) (mine || after[0] == 1 ? 1 : 0)});
      byte fromPrevious = session.previous().receiveBytes(1)[0];
      over = mine || after[0] == 1 || fromPrevious == 1;
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void twoHundredCutsChangeNothing(Way way) throws Exception {
    SplittableRandom random = OverTransport.seeded();
    AtomicBoolean enough = new AtomicBoolean();
    AtomicInteger round = new AtomicInteger();
    AtomicInteger cuts = new AtomicInteger();
    try (Relayed relayed = Relayed.parties(3);
        Parties parties = relayed.connect(MeshOptions.defaults())) {
      Thread cutter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (cuts.get() < 200) {
                      java.util.concurrent.locks.LockSupport.parkNanos(
                          TimeUnit.MICROSECONDS.toNanos(random.nextInt(20_000)));
                      if (relayed.cutOne(random)) {
                        cuts.incrementAndGet();
                      }
                    }
                    enough.set(true);
                  });
      List<String> digests =
          parties.run("cut", way.options(), session -> play(session, round, r -> enough.get()));
      cutter.join();
      assertThat(cuts.get()).isEqualTo(200);
      assertThat(round.get()).isPositive();
      System.out.println(way + ": 200 cuts in " + (round.get() + 1) + " rounds");
      assertThat(digests).isEqualTo(withoutCuts(way, round.get()));
    }
  }

  private static List<String> withoutCuts(Way way, int lastRound) {
    try (Parties parties = Parties.inMemory(3)) {
      AtomicInteger round = new AtomicInteger();
      return parties.run(
          "cut", way.options(), session -> play(session, round, r -> r == lastRound));
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void aNetworkThatIsAwayForAWhileIsWaitedFor(Way way) {
    isWaitedFor(way, Duration.ofSeconds(2));
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  @Tag("long")
  void aNetworkThatIsAwayForTenSecondsIsWaitedFor(Way way) {
    isWaitedFor(way, Duration.ofSeconds(10));
  }

  private static void isWaitedFor(Way way, Duration away) {
    AtomicBoolean enough = new AtomicBoolean();
    AtomicInteger round = new AtomicInteger();
    try (Relayed relayed = Relayed.parties(3);
        Parties parties = relayed.connect(MeshOptions.defaults())) {
      var results =
          Connecting.start(
              () -> parties.run("away", way.options(), s -> play(s, round, r -> enough.get())));
      await().until(() -> round.get() > 3);
      relayed.refuseFor(away);
      relayed.cutAll();
      long cutAt = System.nanoTime();
      int before = round.get();
      await().atMost(away.plusSeconds(10)).until(() -> round.get() > before + 3);
      assertThat(System.nanoTime() - cutAt).isGreaterThan(away.toNanos());
      enough.set(true);
      assertThat(Connecting.get(results)).hasSize(3);
    }
  }

  @Test
  void aPeerThatStaysAwayIsLostByName() {
    MeshOptions impatient = MeshOptions.defaults().withResumeTimeout(Duration.ofMillis(800));
    AtomicInteger round = new AtomicInteger();
    try (Relayed relayed = Relayed.parties(2);
        Parties parties = relayed.connect(impatient)) {
      var results =
          Connecting.start(
              () ->
                  parties.run(
                      "lost",
                      s -> {
                        for (int r = 0; ; r++) {
                          round.set(r);
                          s.next().sendBytes(new byte[100]);
                          s.next().receiveBytes(100);
                        }
                      }));
      await().until(() -> round.get() > 10);
      relayed.refuseFor(Duration.ofSeconds(30));
      relayed.cutAll();
      assertThat(Connecting.failure(results, Duration.ofSeconds(5)))
          .isInstanceOf(PeerLostException.class)
          .hasMessageContaining("(party ")
          .hasStackTraceContaining("did not come back within PT0.8S");
    }
  }
}
