package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.net.error.SessionTimeoutException;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.link.Stalls;
import org.sotto.net.memory.Compute;

/** Virtual time takes none, and is exact. */
@Timeout(60)
final class VirtualTimeTest {
  private static final long MILLISECOND = 1_000_000;

  static List<LinkProfile> named() {
    return LinkProfile.NAMED;
  }

  private static Parties virtual(int count, LinkProfile profile) {
    return Parties.virtual(count, profile, MeshOptions.defaults());
  }

  @Test
  void aThousandRoundsOfThreePartiesTakeAThousandDelaysAndHardlyAnyTime() {
    long begin = System.nanoTime();
    try (Parties parties = virtual(3, LinkProfile.WAN)) {
      List<CostLedger> ledgers =
          parties.run(
              "ring",
              session -> {
                Rounds.ring(session, 1000, 64);
                return session.costs();
              });
      double expected = 1000 * (30e-3 + 65 * 8 / 1e9);
      for (CostLedger ledger : ledgers) {
        assertThat(ledger.rounds()).isEqualTo(1000);
        assertThat(ledger.total().wallNanos() / 1e9).isCloseTo(expected, within(expected * 0.001));
        assertThat(ledger.total().waitNanos()).isEqualTo(ledger.total().wallNanos());
      }
      assertThat(parties.virtualNanos() / 1e9).isCloseTo(expected, within(expected * 0.001));
    }
    double real = (System.nanoTime() - begin) / 1e9;
    System.out.printf("1000 rounds of three parties: %.2f s of real time%n", real);
    assertThat(real).isLessThan(2);
  }

  @Test
  void twoRunsHaveEqualLedgersWhateverTheThreadsDo() {
    LinkProfile profile =
        LinkProfile.MOBILE
            .withRate(1_000_000_000)
            .withStalls(new Stalls(Duration.ofMillis(300), Duration.ofMillis(40)));
    List<List<CostLedger>> runs = new ArrayList<>();
    List<Long> ends = new ArrayList<>();
    for (int run = 0; run < 4; run++) {
      try (Parties parties = virtual(3, profile)) {
        List<CostLedger> ledgers = new ArrayList<>();
        for (List<CostLedger> some : besides(parties)) {
          ledgers.addAll(some);
        }
        runs.add(ledgers);
        ends.add(parties.virtualNanos());
      }
    }
    assertThat(runs.get(0)).hasSize(12);
    for (int run = 1; run < runs.size(); run++) {
      assertThat(runs.get(run)).isEqualTo(runs.get(0));
      assertThat(ends.get(run)).isEqualTo(ends.get(0));
    }
  }

  /** Four sessions of three parties beside each other, which meet before they begin. */
  private static List<List<CostLedger>> besides(Parties parties) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      CyclicBarrier all = new CyclicBarrier(12);
      List<Future<List<CostLedger>>> results = new ArrayList<>();
      for (int number = 0; number < 4; number++) {
        String name = "beside-" + number;
        int seed = number;
        results.add(
            threads.submit(
                () ->
                    parties.run(
                        name,
                        session -> {
                          all.await(10, TimeUnit.SECONDS);
                          return mixed(session, seed);
                        })));
      }
      return results.stream().map(r -> SessionLifeContract.get(r)).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static CostLedger mixed(Session session, int seed) {
    SplittableRandom sizes = new SplittableRandom(seed);
    SplittableRandom disturbance = new SplittableRandom();
    for (int i = 0; i < 40; i++) {
      int bytes = 1 << sizes.nextInt(21);
      try (Phase phase = session.phase("size-" + bytes)) {
        assertThat(phase).isNotNull();
        if (disturbance.nextInt(4) == 0) {
          Thread.yield();
        }
        session.next().sendBytes(new byte[bytes]);
        session.previous().sendBytes(new byte[3]);
        session.previous().receiveBytes(bytes);
        session.next().receiveBytes(3);
      }
    }
    return session.costs();
  }

  @ParameterizedTest
  @MethodSource("named")
  void whatIsPredictedIsWhatItTakes(LinkProfile profile) {
    int large = 16 << 20;
    CostModel model = CostModel.of(profile);
    double rounds = seconds(profile, session -> Rounds.alternate(session, 200, 64));
    double transfer = seconds(profile, session -> Rounds.transfer(session, large));
    double mix =
        seconds(
            profile,
            session -> {
              Rounds.alternate(session, 20, 64);
              Rounds.transfer(session, large);
              return Rounds.alternate(session, 20, 64);
            });
    double[] measured = {rounds, transfer, mix};
    double[] predicted = {
      model.seconds(200, 100 * 64), model.seconds(1, large), model.seconds(41, large + 20 * 64)
    };
    System.out.printf(
        "%s: rounds %.4f for %.4f s, transfer %.4f for %.4f s, mix %.4f for %.4f s%n",
        profile.name(),
        measured[0],
        predicted[0],
        measured[1],
        predicted[1],
        measured[2],
        predicted[2]);
    for (int i = 0; i < 3; i++) {
      assertThat(measured[i]).isCloseTo(predicted[i], within(0.1 * predicted[i]));
    }
  }

  private static double seconds(LinkProfile profile, Parties.SessionTask<Long> task) {
    try (Parties parties = virtual(2, profile)) {
      parties.run("time", task);
      return parties.virtualNanos() / 1e9;
    }
  }

  @Test
  void smallFramesBesideBulkWaitAtMostARoundTripAndFiveMilliseconds() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Parties parties = virtual(2, LinkProfile.WAN)) {
      CyclicBarrier all = new CyclicBarrier(4);
      Future<List<Long>> bulk =
          threads.submit(
              () ->
                  parties.run(
                      "bulk",
                      session -> {
                        all.await(10, TimeUnit.SECONDS);
                        return Rounds.transfer(session, 64 << 20);
                      }));
      List<Long> worst =
          parties.run(
              "small",
              session -> {
                all.await(10, TimeUnit.SECONDS);
                long most = 0;
                long before = 0;
                for (int i = 0; i < 10; i++) {
                  long now = Rounds.alternate(session, 2, 100);
                  most = Math.max(most, now - before);
                  before = now;
                }
                return most;
              });
      System.out.printf("ping beside bulk: at most %.3f ms%n", worst.getFirst() / 1e6);
      assertThat(worst.getFirst()).isLessThanOrEqualTo(65 * MILLISECOND);
      assertThat(bulk.get(30, TimeUnit.SECONDS).get(1) / 1e9)
          .isCloseTo((64 << 20) * 8 / 1e9 + 0.03, within(0.05));
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aSilentPeerTimesOutAtOnceWhenAllWait() {
    long begin = System.nanoTime();
    MeshOptions patient = MeshOptions.defaults().withProgressTimeout(Duration.ofHours(1));
    try (Parties parties = Parties.virtual(2, LinkProfile.WAN, patient)) {
      List<@Nullable Throwable> thrown =
          parties.run("silent", s -> catchThrowable(() -> s.next().receiveBytes(1)));
      assertThat(thrown).hasOnlyElementsOfType(SessionTimeoutException.class);
      assertThat(parties.virtualNanos()).isEqualTo(Duration.ofHours(1).toNanos());
    }
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(5));
  }

  @Test
  void anAbortArrivesAfterTheOneWayDelay() {
    try (Parties parties = virtual(2, LinkProfile.WAN)) {
      List<Long> nanos =
          parties.run(
              "abort",
              session -> {
                if (session.self() == 0) {
                  session.abort("enough");
                } else {
                  assertThat(catchThrowable(() -> session.next().receiveBytes(1))).isNotNull();
                }
                return session.costs().total().wallNanos();
              });
      assertThat(nanos).containsExactly(0L, 30 * MILLISECOND);
    }
  }

  @Test
  void aSenderIsOneWindowAheadOfTheAcknowledgementsAtMost() {
    LinkProfile fast = LinkProfile.WAN.withRate(100_000_000_000L);
    double transfer = seconds(fast, session -> Rounds.transfer(session, 128 << 20));
    // 16 MiB a round trip, and one way for the last of them.
    assertThat(transfer).isCloseTo(7 * 0.06 + 0.03, within(0.02));
  }

  @Test
  void sessionsOfARunBeginTogetherAndTheNextRunWhereTheLastOneEnded() {
    try (Parties parties = virtual(3, LinkProfile.WAN)) {
      List<Long> nanos = parties.run("all", session -> Rounds.ring(session, 1, 1));
      assertThat(nanos).containsOnly(nanos.getFirst());
      // A second session begins where the first one has ended.
      long first = parties.virtualNanos();
      parties.run("all", session -> Rounds.ring(session, 1, 1));
      assertThat(parties.virtualNanos()).isEqualTo(2 * first);
    }
  }

  @Test
  void whatComputingTakesCountsOnlyIfAsked() {
    for (Compute compute : Compute.values()) {
      try (Parties parties = Parties.virtual(2, LinkProfile.LAN, MeshOptions.defaults(), compute)) {
        parties.run(
            "compute",
            session -> {
              double sum = 0;
              for (int i = 0; i < 20_000_000; i++) {
                sum += Math.sqrt(i);
              }
              assertThat(sum).isPositive();
              return Rounds.alternate(session, 2, 64);
            });
        if (compute == Compute.FREE) {
          assertThat(parties.virtualNanos()).isLessThan(MILLISECOND);
        } else {
          assertThat(parties.virtualNanos()).isGreaterThan(5 * MILLISECOND);
        }
      }
    }
  }
}
