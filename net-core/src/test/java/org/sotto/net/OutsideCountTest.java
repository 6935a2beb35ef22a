package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** What the ledger says is what a relay between the parties sees; and a slow link is no failure. */
@Timeout(20)
final class OutsideCountTest {
  /** Two bytes from each of two peers. */
  private static final long FAREWELLS = 4;

  @Test
  void theSocketCostsAreWhatARelaySees() throws Exception {
    PartyTable direct = Parties.loopbackTable("alice", "bob", "charlie");
    List<CountingProxy> proxies = new ArrayList<>();
    List<Party> rows = new ArrayList<>();
    for (Party party : direct.all()) {
      CountingProxy proxy = new CountingProxy(party.bind(), 0);
      proxies.add(proxy);
      rows.add(new Party(party.id(), party.name(), proxy.endpoint(), party.bind()));
    }
    PartyTable table = new PartyTable(rows);
    List<Run> runs = run(table, MeshOptions.defaults(), 6);
    for (int listener = 0; listener < 3; listener++) {
      long towards = 0;
      long back = 0;
      for (int dialer = listener + 1; dialer < 3; dialer++) {
        towards += sent(runs.get(dialer), listener);
        back += sent(runs.get(listener), dialer);
      }
      CountingProxy proxy = proxies.get(listener);
      long expectedTowards = towards;
      long expectedBack = back;
      await()
          .atMost(Duration.ofSeconds(5))
          .untilAsserted(
              () -> {
                // The farewells of meshes that close at once may find nobody.
                assertThat(proxy.toTarget.get())
                    .isBetween(expectedTowards - FAREWELLS, expectedTowards);
                assertThat(proxy.fromTarget.get())
                    .isBetween(expectedBack - FAREWELLS, expectedBack);
              });
      proxy.close();
    }
  }

  private static long sent(Run run, int peer) {
    long sum = run.mesh().overhead(peer).sent();
    for (Session session : run.sessions()) {
      CostLedgerTest.assertIdentity(session.costs());
      for (SocketCost socket : session.costs().sockets()) {
        sum += socket.peer() == peer ? socket.sent() : 0;
      }
    }
    return sum;
  }

  private static List<Run> run(PartyTable table, MeshOptions options, int count) {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      List<Future<Run>> parties = new ArrayList<>();
      for (Party party : table.all()) {
        parties.add(threads.submit(() -> runOne(table, party.id(), options, count)));
      }
      return parties.stream().map(SessionLifeContract::get).toList();
    } finally {
      threads.shutdownNow();
    }
  }

  private static Run runOne(PartyTable table, int self, MeshOptions options, int count) {
    List<Session> sessions = new ArrayList<>();
    Mesh mesh = Mesh.connect(table, self, options);
    try (mesh) {
      for (int i = 0; i < count; i++) {
        SessionOptions carriage =
            switch (i % 3) {
              case 0 -> SessionOptions.defaults();
              case 1 -> SessionOptions.defaults().withFlows(3);
              default -> SessionOptions.defaults().shared();
            };
        SessionOptions audited = i < 3 ? carriage : carriage.withCheckedTags().withTranscript();
        try (Session session = mesh.session("counted", audited)) {
          try (Phase _ = session.phase("bytes")) {
            for (int size : new int[] {0, 5, 5000, 700_000, 3 << 20}) {
              session.next().sendBytes(new byte[size]);
              session.previous().receiveBytes(size);
            }
          }
          sessions.add(session);
        }
      }
    }
    return new Run(mesh, sessions);
  }

  private record Run(Mesh mesh, List<Session> sessions) {}

  @Test
  void aSlowLinkThatMakesProgressIsNoTimeout() throws Exception {
    PartyTable direct = Parties.loopbackTable("alice", "bob");
    Party alice = direct.party(0);
    try (CountingProxy slow = new CountingProxy(alice.bind(), 400_000)) {
      PartyTable table =
          new PartyTable(
              List.of(new Party(0, "alice", slow.endpoint(), alice.bind()), direct.party(1)));
      MeshOptions impatient = MeshOptions.defaults().withProgressTimeout(Duration.ofMillis(500));
      ExecutorService threads = Executors.newCachedThreadPool();
      int bytes = 1_000_000;
      try {
        Future<Integer> receiver =
            threads.submit(
                () -> {
                  try (Mesh mesh = Mesh.connect(table, 0, impatient);
                      Session session = mesh.session("slow")) {
                    int got = session.next().receiveBytes(bytes).length;
                    session.next().sendBytes(new byte[1]);
                    return got;
                  }
                });
        Future<Integer> sender =
            threads.submit(
                () -> {
                  try (Mesh mesh =
                          Mesh.connect(
                              table, 1, impatient.withProgressTimeout(Duration.ofSeconds(8)));
                      Session session = mesh.session("slow")) {
                    session.next().sendBytes(new byte[bytes]);
                    return session.next().receiveBytes(1).length;
                  }
                });
        assertThat(SessionLifeContract.get(receiver)).isEqualTo(bytes);
        assertThat(SessionLifeContract.get(sender)).isEqualTo(1);
      } finally {
        threads.shutdownNow();
      }
    }
  }
}
