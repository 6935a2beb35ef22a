package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.codec.SottoException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.tls.keys.PartyKeys;

/** Meshes under TLS: what is wrong with a certificate is told at once, and a cut is mended. */
@Timeout(30)
final class MeshTlsTest {
  private static final List<String> NAMES = List.of("alice", "bob");
  private static final Duration LONG = Duration.ofSeconds(8);

  private final PartyTable table = Parties.loopbackTable("alice", "bob");
  private final PartyKeys keys = new PartyKeys(NAMES, 1);

  private static MeshOptions as(TlsIdentity identity, Duration deadline) {
    return Connecting.within(deadline).withTls(identity);
  }

  /** Bob dials; both must end, bob at once and with a reason. */
  private void refused(MeshOptions alices, MeshOptions bobs, String... words) {
    try (Connecting connecting = new Connecting()) {
      CompletableFuture<Mesh> alice = connecting.connect(table, 0, alices);
      CompletableFuture<Mesh> bob = connecting.connect(table, 1, bobs);
      assertThat(Connecting.failure(bob, Duration.ofSeconds(4)))
          .isInstanceOf(SottoException.class)
          .hasMessageContaining("alice (party 0)")
          .hasMessageContainingAll(words);
      assertThat(Connecting.failure(alice, LONG)).isInstanceOf(SottoException.class);
    }
  }

  @Test
  void aPeerOfAnotherCaIsRefusedAtOnce() {
    PartyKeys others = new PartyKeys(NAMES, 1);
    refused(as(keys.identity(0), Duration.ofSeconds(3)), as(others.identity(1), LONG), "CA");
  }

  @Test
  void anotherPartysCertificateIsOnesOwnMistake() {
    Throwable thrown =
        Connecting.failure(
            Connecting.start(() -> Mesh.connect(table, 1, as(keys.identity(0), LONG))), LONG);
    assertThat(thrown).isInstanceOf(SottoException.class).hasMessageContainingAll("alice", "bob");
  }

  @Test
  void aPlainPartyAndOneWithTlsAreToldApart() {
    refused(Connecting.within(Duration.ofSeconds(3)), as(keys.identity(1), LONG), "TLS");
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(table, 0, as(keys.identity(0), Duration.ofSeconds(2)));
      var bob = connecting.connect(table, 1, Connecting.within(Duration.ofSeconds(2)));
      assertThat(Connecting.failure(alice, LONG)).isInstanceOf(SottoException.class);
      assertThat(Connecting.failure(bob, LONG)).isInstanceOf(SottoException.class);
    }
  }

  @Test
  void aConnectionCutWithoutACloseIsMended() throws Exception {
    SplittableRandom random = OverTransport.seeded();
    AtomicBoolean over = new AtomicBoolean();
    try (Relayed relayed = Relayed.parties(2);
        Parties parties =
            Parties.connecting(
                relayed.table(),
                (all, self) ->
                    Mesh.connect(all, self, MeshOptions.defaults().withTls(keys.identity(self))))) {
      Thread cutter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    for (int cuts = 0; cuts < 20; cuts += relayed.cutOne(random) ? 1 : 0) {
                      java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                    }
                    over.set(true);
                  });
      List<Integer> rounds =
          parties.run(
              "cut",
              session -> {
                int round = 0;
                for (boolean last = false; !last; round++) {
                  byte[] mine = new byte[round % 7 == 0 ? 500_000 : 100];
                  java.util.Arrays.fill(mine, (byte) round);
                  mine[0] = (byte) (session.self() == 0 && over.get() ? 1 : 0);
                  session.next().sendBytes(mine);
                  byte[] got = session.next().receiveBytes(mine.length);
                  assertThat(got[got.length - 1]).isEqualTo((byte) round);
                  last = session.self() == 0 ? mine[0] == 1 : got[0] == 1;
                }
                return round;
              });
      cutter.join();
      assertThat(rounds.get(0)).isEqualTo(rounds.get(1));
    }
  }
}
