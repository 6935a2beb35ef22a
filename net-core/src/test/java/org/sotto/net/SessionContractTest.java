package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.sotto.codec.BitVec;

/** What a session promises over every transport. */
abstract class SessionContractTest {
  abstract Parties parties(int count);

  @Test
  void aRingOfThreePassesBitsAround() {
    try (Parties parties = parties(3)) {
      List<CostLedger> ledgers =
          parties.run(
              "ring",
              session -> {
                for (int i = 0; i < 1000; i++) {
                  session.next().sendBits(BitVec.of(true, false, i % 3 == session.self()));
                  BitVec got = session.previous().receiveBits(3);
                  assertThat(got.get(2)).isEqualTo(i % 3 == (session.self() + 2) % 3);
                }
                return session.costs();
              });
      for (CostLedger ledger : ledgers) {
        System.out.println(ledger);
        System.out.println(ledger.sockets());
        assertThat(ledger.rounds()).isEqualTo(1000);
        assertThat(ledger.sum().payloadSent()).isEqualTo(1000);
        assertThat(ledger.sum().wireSent()).isEqualTo(2000);
      }
    }
  }
}
