package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Mixed traffic of three parties in one JVM, most of it in shared sessions on virtual threads,
 * while connections are cut: {@code -Dsotto.soak=PT10M} for longer.
 */
final class SoakTest {
  /**
   * Thousands of sessions queue for seconds on a busy machine: what is tested is that none loses.
   */
  private static final MeshOptions PATIENT =
      MeshOptions.defaults().withProgressTimeout(Duration.ofMinutes(3));

  private static final int[] SIZES = {0, 1, 7, 64, 1000, 1024, 1025, 20_000, 65_536, 300_000};

  private final AtomicLong messages = new AtomicLong();
  private final AtomicInteger done = new AtomicInteger();

  @Test
  @Timeout(90)
  void hundredsOfSessionsLoseNothingWhileConnectionsAreCut() throws Exception {
    soak(Duration.ofSeconds(4), 300, 10, Duration.ofMillis(300));
  }

  @Test
  @Tag("long")
  @Timeout(3600)
  void twoThousandSessionsLoseNothingWhileConnectionsAreCut() throws Exception {
    Duration time = Duration.parse(System.getProperty("sotto.soak", "PT30S"));
    soak(time, 2000, 50, Duration.ofSeconds(5));
  }

  private void soak(Duration time, int shared, int driven, Duration betweenCuts) throws Exception {
    SplittableRandom random = OverTransport.seeded();
    LeakWatch leaks = LeakWatch.paranoid();
    long filesBefore = openFiles();
    long end = System.nanoTime() + time.toNanos();
    try (Relayed relayed = Relayed.parties(3);
        Parties parties = relayed.connect(PATIENT);
        ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
        ExecutorService platform = Executors.newCachedThreadPool()) {
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < shared + driven; i++) {
        boolean own = i >= shared;
        SessionOptions options =
            own ? SessionOptions.defaults().withFlows(1) : SessionOptions.defaults().shared();
        long seed = random.nextLong();
        int number = i;
        for (int party = 0; party < 3; party++) {
          Mesh mesh = parties.mesh(party);
          all.add(
              CompletableFuture.runAsync(
                  () -> again(mesh, "soak" + number, options, seed, end),
                  own ? platform : virtual));
        }
      }
      int cuts = 0;
      long nextWord = System.nanoTime();
      while (System.nanoTime() < end) {
        LockSupport.parkNanos(betweenCuts.toNanos());
        if (System.nanoTime() > nextWord) {
          nextWord += Duration.ofSeconds(10).toNanos();
          System.out.println(messages + " messages in " + done + " sessions so far");
        }
        cuts += relayed.cutOne(random) ? 1 : 0;
        if (all.stream().anyMatch(CompletableFuture::isCompletedExceptionally)) {
          break;
        }
      }
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new))
          .get(300, java.util.concurrent.TimeUnit.SECONDS);
      System.out.println(
          messages + " messages in " + done + " sessions with " + cuts + " cuts in " + time);
      assertThat(cuts).isPositive();
      assertThat(done.get()).isGreaterThanOrEqualTo(3 * (shared + driven));
    }
    leaks.assertNoLeak();
    leaks.close();
    assertThat(PooledByteBufAllocator.DEFAULT.metric().directArenas())
        .allSatisfy(arena -> assertThat(arena.numActiveBytes()).isLessThan(96L << 20));
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(openFiles()).isLessThan(filesBefore + 20));
  }

  /** Opens a session, plays, closes it, and begins again, as often as all three have agreed to. */
  private void again(Mesh mesh, String name, SessionOptions options, long seed, long end) {
    SplittableRandom same = new SplittableRandom(seed);
    boolean more = true;
    while (more) {
      try (Session session = mesh.session(name, options)) {
        int rounds = 1 + same.nextInt(30);
        for (int round = 0; round < rounds; round++) {
          play(session, round, SIZES[same.nextInt(SIZES.length)], seed);
        }
        // The word of party 0, that there is time for another.
        if (session.self() == 0) {
          more = System.nanoTime() < end;
          byte[] word = {(byte) (more ? 1 : 0)};
          session.next().sendBytes(word);
          session.previous().sendBytes(word);
        } else {
          more = session.to(0).receiveBytes(1)[0] == 1;
        }
      }
      done.incrementAndGet();
    }
  }

  private void play(Session session, int round, int size, long seed) {
    int salt = (int) seed + round;
    session.next().sendBytes(ByteStreams.message(session.self(), salt, size));
    session.previous().sendBytes(ByteStreams.message(session.self(), salt + 1, 5));
    Channel before = session.previous();
    Channel after = session.next();
    check(ByteStreams.wrong(before.receiveBytes(size), before.peer(), salt), session, round);
    check(ByteStreams.wrong(after.receiveBytes(5), after.peer(), salt + 1), session, round);
    messages.addAndGet(2);
  }

  private static void check(int wrong, Session session, int round) {
    if (wrong >= 0) {
      throw new AssertionError(session.key() + ", round " + round + ": byte " + wrong);
    }
  }

  private static long openFiles() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }
}
