package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.BitVec;
import org.sotto.codec.SottoException;
import org.sotto.net.error.DesyncException;

/** The ledger is exact: messages, payload, wire bytes and rounds with numbers known beforehand. */
@ParameterizedClass
@EnumSource(Carrier.class)
@Timeout(20)
record CostLedgerTest(Carrier carrier) {

  /** Holds at every moment, at every end, after every failure. */
  static void assertIdentity(CostLedger ledger) {
    for (SocketCost socket : ledger.sockets()) {
      LinkCost link = ledger.total().link(socket.peer());
      assertThat(socket.sent())
          .as("sent of %s, %s", socket, link)
          .isEqualTo(socket.overheadSent() + link.wireSent());
      assertThat(socket.received())
          .as("received of %s, %s", socket, link)
          .isEqualTo(socket.overheadReceived() + link.wireReceived() + socket.unread());
    }
    assertPhasesAddUp(ledger.total());
  }

  private static void assertPhasesAddUp(PhaseCost phase) {
    for (LinkCost link : phase.links()) {
      LinkCost inner = LinkCost.none(link.peer());
      for (PhaseCost nested : phase.phases()) {
        inner = inner.plus(nested.link(link.peer()));
      }
      assertThat(inner.wireSent()).isLessThanOrEqualTo(link.wireSent());
      assertThat(inner.messagesReceived()).isLessThanOrEqualTo(link.messagesReceived());
    }
    phase.phases().forEach(CostLedgerTest::assertPhasesAddUp);
  }

  @Test
  void headersCostWhatTheFrameSays() {
    int[] sizes = {0, 1, 31, 32, 4095, 4096, 262_144, 262_145, 600_000};
    if (carrier == Carrier.SHARED || carrier == Carrier.STRIPED) {
      return; // A part on another flow has its number too, and which parts these are, load decides.
    }
    long[] headers = {1, 1, 1, 2, 2, 3, 3 + 1, 3 + 1 + 1, 3 + 3 + 3 + 1};
    long payload = java.util.Arrays.stream(sizes).asLongStream().sum();
    try (Parties parties = carrier.parties(2)) {
      List<CostLedger> ledgers =
          parties.run(
              "headers",
              session -> {
                for (int i = 0; i < sizes.length; i++) {
                  long before = session.costs().sum().wireSent();
                  session.next().sendBytes(new byte[sizes[i]]);
                  session.next().receiveBytes(sizes[i]);
                  assertThat(session.costs().sum().wireSent() - before - sizes[i])
                      .as("header of %d bytes", sizes[i])
                      .isEqualTo(headers[i]);
                  assertIdentity(session.costs());
                }
                return session.costs();
              });
      for (CostLedger ledger : ledgers) {
        int peer = 1 - ledger.self();
        long wire = payload + LongStream.of(headers).sum();
        assertThat(ledger.total().link(peer))
            .isEqualTo(new LinkCost(peer, 9, payload, wire, 9, payload, wire));
        assertThat(ledger.rounds()).isEqualTo(9);
      }
    }
  }

  @Test
  void eachPeerAndNestedPhaseHasItsOwnCounts() {
    try (Parties parties = carrier.parties(3)) {
      List<CostLedger> ledgers =
          parties.run(
              "phases",
              session -> {
                for (int i = 0; i < 2; i++) {
                  try (Phase outer = session.phase("compare")) {
                    exchange(session, 10);
                    try (Phase inner = session.phase("adder")) {
                      exchange(session, 20);
                      exchange(session, 30);
                      assertThat(inner).isNotSameAs(outer);
                    }
                  }
                }
                try (Phase open = session.phase("open")) {
                  exchange(session, 40);
                  assertThat(session.costs().total().phase("open").orElseThrow().rounds())
                      .isEqualTo(1);
                  assertThat(open).isNotNull();
                }
                exchange(session, 50);
                return session.costs();
              });
      for (CostLedger ledger : ledgers) {
        assertIdentity(ledger);
        int to = (ledger.self() + 1) % 3;
        int from = (ledger.self() + 2) % 3;
        PhaseCost total = ledger.total();
        assertThat(total.link(to)).isEqualTo(new LinkCost(to, 8, 210, 220, 0, 0, 0));
        assertThat(total.link(from)).isEqualTo(new LinkCost(from, 0, 0, 0, 8, 210, 220));
        assertThat(total.sum()).isEqualTo(new LinkCost(-1, 8, 210, 220, 8, 210, 220));
        PhaseCost compare = total.phase("compare").orElseThrow();
        PhaseCost adder = total.phase("compare/adder").orElseThrow();
        PhaseCost open = total.phase("open").orElseThrow();
        assertThat(compare.link(to)).isEqualTo(new LinkCost(to, 6, 120, 126, 0, 0, 0));
        assertThat(adder.link(to)).isEqualTo(new LinkCost(to, 4, 100, 104, 0, 0, 0));
        assertThat(open.link(from)).isEqualTo(new LinkCost(from, 0, 0, 0, 1, 40, 42));
        assertThat(total.phase("compare/nothing")).isEmpty();
        assertThat(total.rounds()).isEqualTo(8);
        assertThat(compare.rounds()).isEqualTo(6);
        assertThat(adder.rounds()).isEqualTo(4);
        assertThat(open.rounds()).isEqualTo(1);
        assertThat(compare.wallNanos()).isBetween(adder.wallNanos(), total.wallNanos());
        assertThat(compare.waitNanos()).isBetween(adder.waitNanos(), compare.wallNanos());
        assertThat(ledger.toString()).contains("compare", "adder", "open");
      }
    }
  }

  private static void exchange(Session session, int bytes) {
    session.next().sendBytes(new byte[bytes]);
    session.previous().receiveBytes(bytes);
  }

  @Test
  void aChainOfAThousandDependentMessagesIsAThousandRounds() {
    try (Parties parties = carrier.parties(2)) {
      List<Long> rounds =
          parties.run(
              "chain",
              session -> {
                for (int i = 0; i < 1000; i++) {
                  if (i % 2 == session.self()) {
                    session.next().sendBits(BitVec.of(true));
                  } else {
                    session.next().receiveBits(1);
                  }
                }
                assertIdentity(session.costs());
                return session.costs().rounds();
              });
      assertThat(rounds).containsExactly(1000L, 1000L);
    }
  }

  @Test
  void sendsThatDoNotWaitForEachOtherShareARound() {
    try (Parties parties = carrier.parties(3)) {
      List<Long> rounds =
          parties.run(
              "shared",
              session -> {
                for (int i = 0; i < 50; i++) {
                  session.next().sendBytes(new byte[3]);
                  session.previous().sendBytes(new byte[3]);
                }
                for (int i = 0; i < 50; i++) {
                  session.previous().receiveBytes(3);
                  session.next().receiveBytes(3);
                }
                return session.costs().rounds();
              });
      assertThat(rounds).containsExactly(1L, 1L, 1L);
    }
  }

  @Test
  void aRelayOverTwoHopsIsTwoRounds() {
    try (Parties parties = carrier.parties(3)) {
      List<Long> rounds =
          parties.run(
              "relay",
              session -> {
                if (session.self() > 0) {
                  session.previous().receiveBytes(1);
                }
                if (session.self() < 2) {
                  session.next().sendBytes(new byte[1]);
                }
                return session.costs().rounds();
              });
      assertThat(rounds).containsExactly(1L, 2L, 2L);
    }
  }

  @Test
  void theIdentityHoldsAfterTheEnd() {
    try (Parties parties = carrier.parties(2)) {
      List<Session> sessions =
          parties.run(
              "end",
              session -> {
                session.next().sendBytes(new byte[100]);
                session.next().sendBytes(new byte[50]);
                session.next().receiveBytes(100); // and leaves 50 unread
                return session;
              });
      sessions.forEach(session -> assertIdentity(session.costs()));
    }
  }

  @Test
  void theIdentityHoldsAfterADesync() {
    ConcurrentLinkedQueue<Session> sessions = new ConcurrentLinkedQueue<>();
    try (Parties parties = carrier.parties(3)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "desync",
                      session -> {
                        sessions.add(session);
                        session.next().sendBytes(new byte[400_000]);
                        session.previous().sendBytes(new byte[7]);
                        return session.previous().receiveBytes(400_001);
                      }))
          .isInstanceOf(DesyncException.class);
    }
    assertThat(sessions).hasSize(3);
    sessions.forEach(session -> assertIdentity(session.costs()));
  }

  @Test
  void theIdentityHoldsWhenALargeMessageBreaksOff() {
    ConcurrentLinkedQueue<Session> sessions = new ConcurrentLinkedQueue<>();
    try (Parties parties = carrier.parties(2)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "break",
                      session -> {
                        sessions.add(session);
                        if (session.self() == 0) {
                          session.next().sendBytes(new byte[100]);
                          session.next().sendBytes(new byte[64 << 20]);
                        } else {
                          session.next().receiveBytes(100);
                          throw new IllegalStateException("enough");
                        }
                        return session.key();
                      }))
          .satisfiesAnyOf(
              e -> assertThat(e).isInstanceOf(SottoException.class),
              e -> assertThat(e).hasMessageContaining("enough"));
    }
    assertThat(sessions).hasSize(2);
    sessions.forEach(session -> assertIdentity(session.costs()));
  }
}
