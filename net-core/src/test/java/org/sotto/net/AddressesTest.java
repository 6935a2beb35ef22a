package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.error.ConnectException;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** Parties are reached by names and by addresses of both kinds. */
@Timeout(20)
final class AddressesTest {
  private static PartyTable table(String host) {
    List<Party> rows = new ArrayList<>();
    for (Party party : Parties.loopbackTable("alice", "bob", "charlie").all()) {
      rows.add(
          new Party(party.id(), party.name(), Endpoint.parse(host + ":" + party.bind().port())));
    }
    return new PartyTable(rows);
  }

  private static boolean canListen(String host) {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(host))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]"})
  void aTableOfSuchEndpointsConnects(String host) {
    assumeTrue(canListen(host.replace("[", "").replace("]", "")), "no " + host + " here");
    MeshOptions options = MeshOptions.defaults().withConnectDeadline(Duration.ofSeconds(8));
    try (Parties parties =
        Parties.connecting(table(host), (all, self) -> Mesh.connect(all, self, options))) {
      parties.run(
          "named",
          session -> {
            session.next().sendBytes(new byte[] {(byte) session.self()});
            assertThat(session.previous().receiveBytes(1)[0])
                .isEqualTo((byte) session.previous().peer());
            return session.key();
          });
    }
  }

  @Test
  void aPortInUseIsNamedAtOnce() throws IOException {
    PartyTable table = Parties.loopbackTable("alice", "bob");
    Endpoint mine = table.party(0).bind();
    try (ServerSocket taken =
        new ServerSocket(mine.port(), 1, InetAddress.getByName(mine.host()))) {
      assertThat(taken.isBound()).isTrue();
      assertThatThrownBy(() -> Mesh.connect(table, 0, MeshOptions.defaults()).close())
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll(mine.toString(), "using the port");
    }
  }
}
