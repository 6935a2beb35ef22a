package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sotto.net.error.SessionFailedException;

/** Mistakes of the caller are told as such. */
interface SessionMisuseContract extends OverTransport {

  @Test
  default void anotherThreadIsRefused() {
    try (Parties parties = parties(2)) {
      parties.run(
          "thread",
          session -> {
            AtomicReference<@Nullable Throwable> thrown = new AtomicReference<>();
            Thread other =
                Thread.ofPlatform()
                    .name("intruder")
                    .start(
                        () -> {
                          try {
                            session.next().sendBytes(new byte[1]);
                          } catch (RuntimeException e) {
                            thrown.set(e);
                          }
                        });
            other.join();
            assertThat(thrown.get())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("thread#0", "intruder", Thread.currentThread().getName());
            session.next().sendBytes(new byte[] {9});
            assertThat(session.next().receiveBytes(1)).containsExactly(9);
            return session.key();
          });
    }
  }

  @Test
  default void aClosedSessionIsRefused() {
    try (Parties parties = parties(2)) {
      parties.run(
          "closed",
          session -> {
            session.close();
            session.close();
            assertThatThrownBy(() -> session.next().sendBytes(new byte[1]))
                .isInstanceOf(SessionFailedException.class)
                .hasMessageContaining("closed#0 is closed");
            assertThatThrownBy(() -> session.next().receive())
                .isInstanceOf(SessionFailedException.class);
            assertThatThrownBy(session::flush).isInstanceOf(SessionFailedException.class);
            assertThatThrownBy(() -> session.phase("late"))
                .isInstanceOf(SessionFailedException.class);
            session.abort("nobody listens");
            return session.costs().rounds();
          });
    }
  }

  @Test
  @SuppressWarnings("try") // closed in the wrong order on purpose
  default void phasesCloseInTheReverseOrderOfTheirOpening() {
    try (Parties parties = parties(2)) {
      parties.run(
          "phases",
          session -> {
            Phase outer = session.phase("outer");
            Phase inner = session.phase("inner");
            assertThatThrownBy(outer::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("outer", "outer/inner");
            inner.close();
            assertThatThrownBy(inner::close).isInstanceOf(IllegalStateException.class);
            outer.close();
            assertThatThrownBy(() -> session.phase("a/b"))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> session.phase(""))
                .isInstanceOf(IllegalArgumentException.class);
            return session.key();
          });
    }
  }

  @Test
  default void whoIsNotAMemberIsRefused() {
    try (Parties parties = parties(3)) {
      assertThatThrownBy(() -> parties.mesh(2).session("x", SessionOptions.defaults().among(0, 1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("session x", "party 2", "[0, 1]");
      assertThatThrownBy(() -> parties.mesh(0).session("x", SessionOptions.defaults().among(0)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> parties.mesh(0).session("x", SessionOptions.defaults().among(0, 7)))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> parties.mesh(0).session(" "))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> parties.mesh(0).session("n".repeat(129)))
          .isInstanceOf(IllegalArgumentException.class);
      parties.run(
          "x",
          SessionOptions.defaults().among(0, 1),
          session -> {
            for (int party : new int[] {-1, session.self(), 2, 3}) {
              assertThatThrownBy(() -> session.to(party))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessageContaining("got " + party);
            }
            return session.key();
          });
    }
  }

  @Test
  default void negativeCountsAreTheCallersFault() {
    try (Parties parties = parties(2)) {
      parties.run(
          "negative",
          session -> {
            Channel other = session.next();
            assertThatThrownBy(() -> other.receiveBits(-1))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> other.receiveRing64(-1))
                .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> other.receivePacked(65, 1))
                .isInstanceOf(IllegalArgumentException.class);
            other.sendBytes(new byte[] {4});
            assertThat(other.receiveBytes(1)).containsExactly(4);
            return session.key();
          });
    }
  }
}
