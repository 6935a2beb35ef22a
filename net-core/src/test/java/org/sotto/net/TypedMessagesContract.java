package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.net.SessionOptions.ElementForm;

/** Typed messages arrive as they were sent, at every size, in order. */
interface TypedMessagesContract extends OverTransport {

  @ParameterizedTest
  @EnumSource(ElementForm.class)
  default void everyTypeArrivesAtEverySize(ElementForm form) {
    SplittableRandom random = OverTransport.seeded();
    List<Runnable> checks = new ArrayList<>();
    List<Exchange<?>> exchanges = new ArrayList<>();
    for (TypedMessage<?> type : TypedMessage.ALL) {
      for (int size : TypedMessage.SIZES) {
        exchanges.add(Exchange.of(type, random, size));
      }
      exchanges.add(Exchange.of(type, random, type.large()));
    }
    try (Parties parties = parties(2)) {
      parties.run(
          "types",
          SessionOptions.defaults().withElements(form),
          session -> {
            for (Exchange<?> exchange : exchanges) {
              if (session.self() == 0) {
                exchange.send(session.next());
              } else {
                checks.add(exchange.receive(session.next()));
              }
            }
            return session.costs();
          });
    }
    assertThat(checks).hasSameSizeAs(exchanges);
    checks.forEach(Runnable::run);
  }

  /** One message of a type, and the comparison of what came. */
  record Exchange<T>(TypedMessage<T> type, int size, T message) {
    static <T> Exchange<T> of(TypedMessage<T> type, SplittableRandom random, int size) {
      return new Exchange<>(type, size, type.make().apply(random, size));
    }

    void send(Channel channel) {
      type.sender().send(channel, message);
    }

    Runnable receive(Channel channel) {
      T got = type.receiver().receive(channel, size);
      return () -> assertThat((Object) got).as("%s of %d", type.name(), size).isEqualTo(message);
    }
  }

  @Test
  default void messagesKeepTheirOrderWhateverTheirSizes() {
    SplittableRandom sizes = OverTransport.seeded();
    int[] lengths = sizes.ints(2000, 0, 300).toArray();
    for (int i = 0; i < lengths.length; i += 100) {
      lengths[i] = 300_000 + i;
    }
    try (Parties parties = parties(3)) {
      parties.run(
          "order",
          session -> {
            for (int i = 0; i < lengths.length; i++) {
              byte[] message = new byte[lengths[i]];
              java.util.Arrays.fill(message, (byte) i);
              session.next().sendBytes(message);
              if (i % 50 == 49) {
                for (int j = i - 49; j <= i; j++) {
                  byte[] got = session.previous().receiveBytes(lengths[j]);
                  byte[] expected = new byte[lengths[j]];
                  java.util.Arrays.fill(expected, (byte) j);
                  assertThat(got).isEqualTo(expected);
                }
              }
            }
            return session.costs().rounds();
          });
    }
  }

  @Test
  default void aSendHasTakenItsArrayWhenItReturns() {
    try (Parties parties = parties(2)) {
      parties.run(
          "reuse",
          session -> {
            if (session.self() == 0) {
              int[] buffer = new int[200_000];
              for (int i = 0; i < 20; i++) {
                java.util.Arrays.fill(buffer, i);
                session.next().sendRing32(buffer);
              }
            } else {
              for (int i = 0; i < 20; i++) {
                assertThat(session.next().receiveRing32(200_000)).containsOnly(i);
              }
            }
            return session.key();
          });
    }
  }

  @Test
  default void aRingOfThreePassesBitsAround() {
    try (Parties parties = parties(3)) {
      List<CostLedger> ledgers =
          parties.run(
              "ring",
              session -> {
                for (int i = 0; i < 1000; i++) {
                  session
                      .next()
                      .sendBits(org.sotto.codec.BitVec.of(true, false, i % 3 == session.self()));
                  var got = session.previous().receiveBits(3);
                  assertThat(got.get(2)).isEqualTo(i % 3 == (session.self() + 2) % 3);
                }
                return session.costs();
              });
      for (CostLedger ledger : ledgers) {
        assertThat(ledger.rounds()).isEqualTo(1000);
        assertThat(ledger.sum().payloadSent()).isEqualTo(1000);
        assertThat(ledger.sum().wireSent()).isEqualTo(2000);
        assertThat(ledger.toString()).contains("ring#0", "1000");
      }
    }
  }
}
