package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.SottoException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.link.Attempts;

/** An abort reaches whoever is blocked, in whatever call. */
@Timeout(20)
final class BlockedPartiesTest {
  private record Told(@Nullable Throwable why, long at) {}

  /** Alice is blocked in a send to charlie, bob in a receive from alice; then charlie gives up. */
  @ParameterizedTest
  @EnumSource(Carrier.class)
  void whoIsBlockedInASendOrAReceiveKnowsWhyWithinASecond(Carrier carrier) throws Exception {
    Attempts.atTheClock(() -> knowsWhyWithinASecond(carrier));
  }

  private static void knowsWhyWithinASecond(Carrier carrier) {
    byte[] large = new byte[200 << 20];
    CountDownLatch begun = new CountDownLatch(2);
    AtomicLong abortedAt = new AtomicLong();
    try (Parties parties = carrier.parties(3)) {
      List<Told> told =
          parties.run(
              "blocked",
              session -> {
                try (Phase phase = session.phase("bulk")) {
                  assertThat(phase).isNotNull();
                  if (session.self() == 2) {
                    assertThat(begun.await(5, TimeUnit.SECONDS)).isTrue();
                    // Both are in their calls by then; nothing depends on it.
                    assertThat(new CountDownLatch(1).await(200, TimeUnit.MILLISECONDS)).isFalse();
                    abortedAt.set(System.nanoTime());
                    session.abort("the third party has had enough");
                    return new Told(null, 0);
                  }
                  begun.countDown();
                  Throwable why =
                      session.self() == 0
                          ? catchThrowable(
                              () -> {
                                session.to(2).sendBytes(large);
                                session.to(2).receiveBytes(1);
                              })
                          : catchThrowable(() -> session.to(0).receiveBytes(1));
                  return new Told(why, System.nanoTime());
                }
              });
      for (int party = 0; party < 2; party++) {
        assertThat(told.get(party).why())
            .isInstanceOf(SottoException.class)
            .isInstanceOf(PartyAbortedException.class)
            .hasMessageContainingAll("charlie (party 2)", "blocked#0", "has had enough", "bulk");
        assertThat(told.get(party).at() - abortedAt.get())
            .isLessThan(Duration.ofSeconds(1).toNanos());
      }
    }
  }
}
