package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.error.DesyncException;

@Timeout(20)
final class SeedExchangeTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @Test
  void neighboursShareKeysThatAreNewInEachSession() {
    try (Parties parties = Parties.inMemory(3)) {
      Set<String> seen = new HashSet<>();
      for (int run = 0; run < 20; run++) {
        List<SeedExchange.Keys> keys =
            parties.run("keys", session -> SeedExchange.run(session, RANDOM));
        for (int i = 0; i < 3; i++) {
          byte[] shared = keys.get(i).withNext();
          assertThat(keys.get((i + 1) % 3).withPrevious()).isEqualTo(shared);
          assertThat(shared).hasSize(16);
          assertThat(seen.add(Arrays.toString(shared))).as("a key of its own").isTrue();
          assertThat(keys.get(i).toString()).isEqualTo("keys");
        }
      }
    }
  }

  /** Party 1 follows the protocol, parties 0 and 2 are played byte by byte. */
  private static void against(Parties.SessionTask<Integer> zero) {
    try (Parties parties = Parties.inMemory(3)) {
      parties.run(
          "hostile",
          session ->
              switch (session.self()) {
                case 0 -> zero.run(session);
                case 1 -> SeedExchange.run(session, RANDOM).withNext().length;
                default -> answers(session);
              });
    }
  }

  private static int answers(Session session) {
    session.previous().receiveBytes(32);
    session.previous().sendBytes(new byte[16]);
    session.previous().receiveBytes(16);
    return 0;
  }

  @Test
  void aSeedOtherThanTheCommittedIsRefused() {
    assertThatThrownBy(
            () ->
                against(
                    session -> {
                      session.next().sendBytes(new byte[32]);
                      session.next().receiveBytes(16);
                      session.next().sendBytes(new byte[16]);
                      return 0;
                    }))
        .isInstanceOfSatisfying(DesyncException.class, e -> assertThat(e.party()).isZero())
        .hasMessageContaining("expected the seed that party 0 committed to, got another");
  }

  /** Handing party 1's own commitment and seed back does not open: the parties are hashed too. */
  @Test
  void aCommitmentThatComesFromTheReceiverDoesNotOpen() {
    try (Parties parties = Parties.inMemory(3)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "echo",
                      session -> {
                        if (session.self() == 1) {
                          return SeedExchange.run(session, RANDOM).withNext().length;
                        }
                        if (session.self() == 0) {
                          session.next().sendBytes(session.previous().receiveBytes(32));
                          session.next().receiveBytes(16);
                          session.next().sendBytes(session.previous().receiveBytes(16));
                          return 0;
                        }
                        session.next().sendBytes(session.previous().receiveBytes(32));
                        session.previous().sendBytes(new byte[16]);
                        session.next().sendBytes(session.previous().receiveBytes(16));
                        return 0;
                      }))
          .isInstanceOf(DesyncException.class)
          .hasMessageContaining("committed to, got another");
    }
  }

  @Test
  void aCommitmentOfAnotherLengthIsRefused() {
    assertThatThrownBy(
            () ->
                against(
                    session -> {
                      session.next().sendBytes(new byte[16]); // the old exchange
                      return session.next().receiveBytes(16).length;
                    }))
        .isInstanceOf(DesyncException.class)
        .hasMessageContainingAll("32 bytes", "16 bytes");
  }
}
