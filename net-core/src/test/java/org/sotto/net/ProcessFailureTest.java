package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sotto.net.Connecting.failure;
import static org.sotto.net.Connecting.get;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.codec.SottoException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.party.PartyTable;

/** Real processes that die, freeze or finish. */
@Timeout(20)
final class ProcessFailureTest {
  private static final LeakWatch LEAKS = LeakWatch.paranoid();

  private final PartyTable table = Parties.loopbackTable("alice", "bob", "charlie");

  @AfterAll
  static void noBufferLeaks() {
    LEAKS.assertNoLeak();
    LEAKS.close();
  }

  private CompletableFuture<Integer> play(int self, int rounds, CountDownLatch started) {
    return Connecting.start(
        () -> {
          try (Mesh mesh = Mesh.connect(table, self, FailingParty.OPTIONS);
              Session session = mesh.session("game")) {
            for (int i = 0; i < rounds; i++) {
              try (Phase phase = session.phase("round")) {
                assertThat(phase).isNotNull();
                FailingParty.round(session);
              }
              if (i == 100) {
                started.countDown();
              }
            }
            return rounds;
          }
        });
  }

  private List<Throwable> failuresAfter(String signal, Duration limit)
      throws IOException, InterruptedException {
    Process charlie = FailingParty.start(table, 2, Integer.MAX_VALUE);
    try {
      CountDownLatch started = new CountDownLatch(2);
      var alice = play(0, Integer.MAX_VALUE, started);
      var bob = play(1, Integer.MAX_VALUE, started);
      assertThat(started.await(8, TimeUnit.SECONDS)).isTrue();
      signal(signal, charlie);
      long begin = System.nanoTime();
      List<Throwable> failures = new ArrayList<>();
      failures.add(failure(alice, limit));
      failures.add(failure(bob, limit.minusNanos(System.nanoTime() - begin).plusMillis(1)));
      return failures;
    } finally {
      charlie.destroyForcibly().waitFor();
    }
  }

  @Test
  void aKilledPartyIsNamedByTheOthersWithinThreeSeconds() throws Exception {
    List<Throwable> failures = failuresAfter("KILL", Duration.ofSeconds(3));
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(SottoException.class)
                    .hasMessageContainingAll("charlie (party 2)", "game#0"))
        .anySatisfy(failure -> assertThat(failure).isInstanceOf(PeerLostException.class));
  }

  /** Heartbeats tell who stands still, though a third party waits for one that waits for it. */
  @Test
  void aFrozenPartyIsNamedByAllOnceItsHeartIsSilent() throws Exception {
    List<Throwable> failures = failuresAfter("STOP", Duration.ofSeconds(5));
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .isInstanceOf(SottoException.class)
                    .hasMessageContainingAll("charlie (party 2)", "game#0"))
        .anySatisfy(failure -> assertThat(failure).isInstanceOf(PeerLostException.class));
  }

  /** Silent for longer than a heart may be, but not so long as a broken link is waited for. */
  @Test
  void aPartyThatWasFrozenForAWhileGoesOn() throws Exception {
    int rounds = 30_000;
    Process charlie = FailingParty.start(table, 2, rounds);
    try {
      CountDownLatch started = new CountDownLatch(2);
      var alice = play(0, rounds, started);
      var bob = play(1, rounds, started);
      assertThat(started.await(8, TimeUnit.SECONDS)).isTrue();
      signal("STOP", charlie);
      org.awaitility.Awaitility.await()
          .during(FailingParty.OPTIONS.heartbeatTimeout().plusMillis(800))
          .atMost(Duration.ofSeconds(4))
          .until(() -> !alice.isDone() && !bob.isDone());
      signal("CONT", charlie);
      assertThat(alice.get(15, TimeUnit.SECONDS)).isEqualTo(rounds);
      assertThat(bob.get(15, TimeUnit.SECONDS)).isEqualTo(rounds);
      assertThat(charlie.waitFor(5, TimeUnit.SECONDS)).isTrue();
      assertThat(charlie.exitValue()).isZero();
    } finally {
      charlie.destroyForcibly();
    }
  }

  private static void signal(String name, Process process)
      throws IOException, InterruptedException {
    assertThat(
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid())).start().waitFor())
        .isZero();
  }

  @Test
  void theProcessOfAFinishedPartyExitsAtOnce() throws Exception {
    Process charlie = FailingParty.start(table, 2, 500);
    try {
      CountDownLatch started = new CountDownLatch(2);
      var alice = play(0, 500, started);
      var bob = play(1, 500, started);
      assertThat(get(alice)).isEqualTo(500);
      assertThat(get(bob)).isEqualTo(500);
      assertThat(charlie.waitFor(2, TimeUnit.SECONDS)).isTrue();
      assertThat(charlie.exitValue()).isZero();
    } finally {
      charlie.destroyForcibly();
    }
  }
}
