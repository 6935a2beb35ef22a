package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** All send, then all receive: never a deadlock, and nothing is lost at the end. */
interface SymmetricSendsContract extends OverTransport {
  int BULK_BYTES = 64 << 20;

  @Test
  default void threePartiesSend64MiBBeforeTheyReceive() {
    byte[] bulk = new byte[BULK_BYTES];
    Arrays.fill(bulk, (byte) 7);
    try (Parties parties = parties(3)) {
      parties.run(
          "bulk",
          session -> {
            session.next().sendBytes(bulk);
            byte[] got = session.previous().receiveBytes(BULK_BYTES);
            assertThat(Arrays.equals(got, bulk)).isTrue();
            return session.costs().rounds();
          });
    }
  }

  @Test
  default void threePartiesSendAThousandMessagesBeforeTheyReceive() {
    byte[] message = new byte[64 << 10];
    try (Parties parties = parties(3)) {
      parties.run(
          "many",
          session -> {
            for (int i = 0; i < 1000; i++) {
              message[0] = 1;
              session.next().sendBytes(message);
            }
            for (int i = 0; i < 1000; i++) {
              assertThat(session.previous().receiveBytes(message.length)[0]).isEqualTo((byte) 1);
            }
            assertThat(session.costs().rounds()).isEqualTo(1);
            return session.key();
          });
    }
  }

  @Test
  default void twoPartiesCross() {
    try (Parties parties = parties(2)) {
      parties.run(
          "cross",
          session -> {
            for (int round = 0; round < 3; round++) {
              session.next().sendRing64(new long[2 << 20]);
              session.next().sendRing32(new int[] {round});
              assertThat(session.next().receiveRing64(2 << 20)).hasSize(2 << 20);
              assertThat(session.next().receiveRing32(1)).containsExactly(round);
            }
            return session.key();
          });
    }
  }

  @Test
  default void anExplicitFlushSendsWithoutAReceive() {
    CountDownLatch got = new CountDownLatch(1);
    try (Parties parties = parties(2)) {
      parties.run(
          "flush",
          session -> {
            if (session.self() == 0) {
              session.next().sendBytes(new byte[] {1});
              session.flush();
              session.next().sendBytes(new byte[] {2});
              session.next().flush();
              // The party sits in a computation: nothing but the flush can have sent the bytes.
              assertThat(got.await(5, TimeUnit.SECONDS)).isTrue();
            } else {
              assertThat(session.next().receiveBytes(1)).containsExactly(1);
              assertThat(session.next().receiveBytes(1)).containsExactly(2);
              got.countDown();
            }
            return session.key();
          });
    }
  }

  @Test
  default void aReceiveFlushesWhatIsGatheredForAllPeers() {
    try (Parties parties = parties(3)) {
      parties.run(
          "implicit",
          session -> {
            for (int i = 0; i < 100; i++) {
              if (session.self() == 0) {
                session.to(1).sendBits(org.sotto.codec.BitVec.of(true));
                session.to(2).sendBits(org.sotto.codec.BitVec.of(false));
                session.to(1).receiveBits(1);
                session.to(2).receiveBits(1);
              } else {
                assertThat(session.to(0).receiveBits(1).get(0)).isEqualTo(session.self() == 1);
                session.to(0).sendBits(org.sotto.codec.BitVec.of(true));
              }
            }
            return session.key();
          });
    }
  }

  @Test
  default void nothingIsLostWhenTheSenderClosesAtOnce() {
    CountDownLatch sent = new CountDownLatch(1);
    byte[] bulk = new byte[10 << 20];
    new java.util.SplittableRandom(5).nextBytes(bulk);
    try (Parties parties = parties(2)) {
      parties.run(
          "goodbye",
          session -> {
            if (session.self() == 0) {
              sent.countDown();
              session.next().sendBytes(bulk);
            } else {
              assertThat(sent.await(5, TimeUnit.SECONDS)).isTrue();
              // Late on purpose: the sender is at its close by now.
              assertThat(new CountDownLatch(1).await(500, TimeUnit.MILLISECONDS)).isFalse();
              assertThat(Arrays.equals(session.next().receiveBytes(bulk.length), bulk)).isTrue();
            }
            return session.key();
          });
    }
  }

  @Test
  default void nothingOfManySmallMessagesIsLostWhenTheSenderClosesAtOnce() {
    int messages = 1_000_000;
    try (Parties parties = parties(2)) {
      parties.run(
          "small goodbye",
          session -> {
            if (session.self() == 0) {
              byte[] message = new byte[2];
              for (int i = 0; i < messages; i++) {
                message[0] = (byte) i;
                session.next().sendBytes(message);
              }
            } else {
              assertThat(new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS)).isFalse();
              for (int i = 0; i < messages; i++) {
                byte[] got = session.next().receiveBytes(2);
                if (got[0] != (byte) i) {
                  throw new AssertionError("message " + i);
                }
              }
            }
            return session.key();
          });
    }
  }

  /** The end of a peer that is far ahead must be found in time linear in what it has sent. */
  @Test
  default void aPeerThatEndsFarAheadDoesNotHoldUpTheOthers() {
    int messages = 3_000_000;
    CountDownLatch closed = new CountDownLatch(1);
    try (Parties parties = parties(3)) {
      parties.run(
          "ahead",
          session -> {
            switch (session.self()) {
              case 0 -> {
                byte[] message = new byte[2];
                for (int i = 0; i < messages; i++) {
                  session.to(1).sendBytes(message);
                }
                session.close();
                closed.countDown();
              }
              case 1 -> {
                assertThat(session.to(2).receiveBytes(1)).hasSize(1);
                for (int i = 0; i < messages; i++) {
                  session.to(0).receiveBytes(2);
                }
              }
              default -> {
                assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
                session.to(1).sendBytes(new byte[1]);
              }
            }
            return session.key();
          });
    }
  }
}
