package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.CutConnectionsTest.Way;

/** Sessions over many flows, numbers that are used again, and closes behind a send. */
@Timeout(30)
final class ManySharedFlowsTest {
  /** The window is for all flows of a session together, however many they are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9, 16, 40})
  void aSharedSessionOverManyFlowsIsNotHeldUpByItsOwnCredit(int flows) {
    MeshOptions options = MeshOptions.defaults().withSharedFlows(flows);
    SessionOptions shared = SessionOptions.defaults().withFlows(flows).shared();
    try (Parties parties = Parties.onLoopback(2, options)) {
      parties.run(
          "wide",
          shared,
          session -> {
            int bytes = 48 << 20;
            session.next().sendBytes(ByteStreams.message(session.self(), flows, bytes));
            byte[] got = session.next().receiveBytes(bytes);
            assertThat(ByteStreams.wrong(got, session.next().peer(), flows)).isNegative();
            return session.key();
          });
    }
  }

  /** What a session leaves unread must not come out in the next, which may have its number. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void whatASessionDidNotReadNeverReachesTheNext(Way way) {
    try (Relayed relayed = Relayed.parties(2);
        Parties parties = relayed.connect(MeshOptions.defaults())) {
      for (int i = 0; i < 60; i++) {
        int round = i;
        parties.run(
            "again",
            way.options(),
            session -> {
              byte[] mine = ByteStreams.message(session.self(), round, 1000);
              session.next().sendBytes(mine);
              byte[] got = session.next().receiveBytes(1000);
              assertThat(ByteStreams.wrong(got, session.next().peer(), round)).isNegative();
              if (session.self() == 0) {
                session.next().sendBytes(new byte[round % 3 * 700_000]); // Nobody reads it.
              }
              return session.key();
            });
        if (round % 10 == 9) {
          relayed.cutAll();
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void nothingIsLostWhenTheSenderClosesAtOnceAndTheConnectionsAreCut(Way way) {
    int bytes = 10 << 20;
    CountDownLatch sent = new CountDownLatch(1);
    try (LeakWatch log = new LeakWatch("org.sotto.net.tcp.TcpTransport");
        Relayed relayed = Relayed.parties(2)) {
      try (Parties parties = relayed.connect(MeshOptions.defaults())) {
        parties.run(
            "goodbye",
            way.options(),
            session -> {
              if (session.self() == 0) {
                sent.countDown();
                session.next().sendBytes(ByteStreams.message(0, 3, bytes));
              } else {
                assertThat(sent.await(5, TimeUnit.SECONDS)).isTrue();
                // Late on purpose, and cut off in between.
                assertThat(new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS)).isFalse();
                relayed.cutAll();
                assertThat(new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS)).isFalse();
                byte[] got = session.next().receiveBytes(bytes);
                assertThat(ByteStreams.wrong(got, 0, 3)).isNegative();
              }
              return session.key();
            });
      }
      assertThat(log.text()).isEmpty();
    }
  }

  @Test
  void aSessionThatDidNotOpenLeavesTheOthersAlone() {
    MeshOptions options = MeshOptions.defaults().withConnectDeadline(Duration.ofSeconds(2));
    SessionOptions shared = SessionOptions.defaults().shared();
    try (Parties parties = Parties.onLoopback(2, options)) {
      assertThatThrownBy(() -> parties.mesh(0).session("alone", shared).close())
          .hasMessageContaining("alone#0");
      assertThat(parties.run("after", shared, Session::key)).hasSize(2);
    }
  }
}
