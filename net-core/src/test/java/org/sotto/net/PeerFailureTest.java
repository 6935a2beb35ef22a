package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.sotto.net.Connecting.failure;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.SottoException;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.SessionFailedException;
import org.sotto.net.error.SessionTimeoutException;

/** When one party fails the others are told why, and nobody hangs. */
@ParameterizedClass
@EnumSource(Carrier.class)
@Timeout(20)
record PeerFailureTest(Carrier carrier) {
  private static final LeakWatch LEAKS = LeakWatch.paranoid();
  private static final Duration SOON = Duration.ofSeconds(3);

  @AfterAll
  static void noBufferLeaks() {
    LEAKS.assertNoLeak();
  }

  @Test
  void anAbortArrivesWithTextPhaseAndCode() {
    for (String text :
        List.of("cheating detected", "x".repeat(999) + "\uD83D\uDE00 and more", "\uD800")) {
      try (Parties parties = carrier.parties(3)) {
        List<@Nullable Throwable> thrown =
            parties.run(
                "verify",
                session -> {
                  try (Phase phase = session.phase("check-" + "p".repeat(53) + "\uD83D\uDE00")) {
                    assertThat(phase).isNotNull();
                    if (session.self() == 1) {
                      session.abort(text);
                      return catchThrowable(() -> session.next().receiveBytes(1));
                    }
                    return catchThrowable(() -> session.to(1).receiveBytes(1));
                  }
                });
        assertThat(thrown.get(1))
            .isInstanceOf(SessionFailedException.class)
            .hasMessageContaining("failed before");
        for (int receiver : new int[] {0, 2}) {
          assertThat(thrown.get(receiver))
              .isInstanceOfSatisfying(
                  PartyAbortedException.class,
                  e -> {
                    // From bob, or sooner from the third party, which passes on what bob said.
                    assertThat(e.party()).isNotEqualTo(receiver);
                    assertThat(e.code()).isEqualTo(AbortCode.APPLICATION);
                  })
              .hasMessageContainingAll("bob (party 1)", "verify#0", "check-p")
              .hasMessageContaining(text.length() > 1 ? text.substring(0, 17) : "?");
        }
      }
    }
  }

  @Test
  void anExceptionInATaskAbortsTheOthers() {
    try (Parties parties = carrier.parties(3)) {
      Throwable thrown =
          catchThrowable(
              () ->
                  parties.run(
                      "task",
                      session -> {
                        if (session.self() == 2) {
                          throw new ArithmeticException("a mistake of the application");
                        }
                        return session.to(2).receiveBytes(1);
                      }));
      assertThat(thrown).isInstanceOf(ArithmeticException.class);
      assertThat(thrown.getSuppressed())
          .hasSize(2)
          .allSatisfy(
              e ->
                  assertThat(e)
                      .isInstanceOf(PartyAbortedException.class)
                      .hasMessageContainingAll("charlie (party 2)", "ArithmeticException"));
      parties.run("afterwards", session -> session.key());
    }
  }

  @Test
  void aSilentPeerTimesOutWhileOthersAreServed() {
    assumeTrue(carrier != Carrier.VIRTUAL, "about real time: the silent one holds the clock");
    MeshOptions impatient = MeshOptions.defaults().withProgressTimeout(Duration.ofMillis(300));
    CountDownLatch over = new CountDownLatch(1);
    try (Parties parties = carrier.parties(2, impatient)) {
      List<@Nullable Throwable> thrown =
          parties.run(
              "silent",
              session -> {
                if (session.self() == 0) {
                  assertThat(over.await(5, TimeUnit.SECONDS)).isTrue();
                  return catchThrowable(() -> session.next().receiveBytes(1));
                }
                Throwable late = catchThrowable(() -> session.next().receiveBytes(7));
                over.countDown();
                return late;
              });
      assertThat(thrown.get(1))
          .isInstanceOf(SessionTimeoutException.class)
          .hasMessageContainingAll("alice (party 0)", "silent#0", "PT0.3S", "Bytes", "0 bytes");
      assertThat(thrown.get(0))
          .isInstanceOf(PartyAbortedException.class)
          .hasMessageContainingAll("bob (party 1)", "no progress of alice (party 0)");
    }
  }

  @Test
  void anInterruptEndsABlockedReceive() throws Exception {
    // Netty's NioIoHandler clears the flag inside its select; the progress timeout ends the wait.
    assumeTrue(carrier != Carrier.NIO, "known: an interrupt is lost in the JDK's selector loop");
    assumeTrue(carrier != Carrier.VIRTUAL, "about real time: the receive times out at once");
    try (Parties parties = carrier.parties(2)) {
      AtomicReference<@Nullable Thread> blocked = new AtomicReference<>();
      var receiving =
          Connecting.start(
              () -> {
                try (Session session = parties.mesh(0).session("wait")) {
                  blocked.set(Thread.currentThread());
                  return session.next().receiveBytes(1);
                }
              });
      var other =
          Connecting.start(
              () -> {
                try (Session session = parties.mesh(1).session("wait")) {
                  return session.next().receiveBytes(1);
                }
              });
      org.awaitility.Awaitility.await().until(() -> blocked.get() != null);
      Thread thread = Objects.requireNonNull(blocked.get());
      thread.interrupt();
      assertThat(failure(receiving, SOON))
          .isInstanceOf(SessionFailedException.class)
          .hasMessageContainingAll("wait#0", "interrupted");
      assertThat(failure(other, SOON))
          .isInstanceOf(PartyAbortedException.class)
          .hasMessageContaining("interrupted");
    }
  }

  @Test
  void closingTheMeshEndsABlockedReceive() {
    for (int closer = 0; closer < 2; closer++) {
      try (Parties parties = carrier.parties(2)) {
        CountDownLatch blocked = new CountDownLatch(2);
        CompletableFuture<byte[]> zero = receiveFor(parties.mesh(0), blocked);
        CompletableFuture<byte[]> one = receiveFor(parties.mesh(1), blocked);
        assertThat(blocked.await(5, TimeUnit.SECONDS)).isTrue();
        parties.mesh(closer).close();
        assertThat(failure(zero, SOON)).isInstanceOf(SottoException.class);
        assertThat(failure(one, SOON)).isInstanceOf(SottoException.class);
        Throwable after =
            catchThrowable(
                () -> {
                  try (Session session = parties.mesh(0).session("after")) {
                    assertThat(session).isNull();
                  }
                });
        if (closer == 0) {
          assertThat(after).isInstanceOf(org.sotto.net.error.ConnectException.class);
        }
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      if (!carrier.hasSockets()) {
        return; // a party of a memory network that has left cannot be told from one that is late
      }
    }
  }

  private static CompletableFuture<byte[]> receiveFor(Mesh mesh, CountDownLatch blocked) {
    return Connecting.start(
        () -> {
          try (Session session = mesh.session("closing")) {
            blocked.countDown();
            return session.next().receiveBytes(1);
          }
        });
  }

  @Test
  void closingTheMeshEndsABlockedOpen() {
    for (int opener = 0; opener < 2; opener++) {
      try (Parties parties = carrier.parties(2)) {
        Mesh mesh = parties.mesh(opener);
        CountDownLatch opening = new CountDownLatch(1);
        AtomicReference<@Nullable Thread> thread = new AtomicReference<>();
        var open =
            Connecting.start(
                () -> {
                  thread.set(Thread.currentThread());
                  opening.countDown();
                  return mesh.session("alone");
                });
        org.awaitility.Awaitility.await()
            .until(
                () -> {
                  Thread waiting = thread.get();
                  return waiting != null && waiting.getState() == Thread.State.TIMED_WAITING;
                });
        mesh.close();
        assertThat(failure(open, SOON)).isInstanceOf(org.sotto.net.error.ConnectException.class);
      }
    }
  }

  @Test
  void closingTheMeshWhileAPartyComputesHurtsNobody() throws Exception {
    try (Parties parties = carrier.parties(2)) {
      CountDownLatch open = new CountDownLatch(2);
      CountDownLatch closed = new CountDownLatch(1);
      var zero = computeFor(parties.mesh(0), open, closed);
      var one = computeFor(parties.mesh(1), open, closed);
      assertThat(open.await(5, TimeUnit.SECONDS)).isTrue();
      parties.mesh(0).close();
      closed.countDown();
      for (var party : List.of(zero, one)) {
        Throwable thrown = party.handle((ok, e) -> e).get(5, TimeUnit.SECONDS);
        if (thrown != null) {
          assertThat(thrown).isInstanceOf(SottoException.class);
        }
      }
    }
  }

  private static CompletableFuture<Boolean> computeFor(
      Mesh mesh, CountDownLatch open, CountDownLatch closed) {
    return Connecting.start(
        () -> {
          try (Session session = mesh.session("computing")) {
            open.countDown();
            assertThat(closed.await(5, TimeUnit.SECONDS)).isTrue();
            session.next().sendBytes(new byte[10]);
            return true;
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
  }
}
