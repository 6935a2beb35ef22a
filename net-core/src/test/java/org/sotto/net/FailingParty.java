package org.sotto.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** A party in a process of its own, to be killed or stopped from outside. */
final class FailingParty {
  static final MeshOptions OPTIONS =
      MeshOptions.defaults()
          .withConnectDeadline(Duration.ofSeconds(8))
          .withHandshakeTimeout(Duration.ofSeconds(2))
          .withProgressTimeout(Duration.ofSeconds(6))
          .withCloseTimeout(Duration.ofMillis(500))
          .withHeartbeatTimeout(Duration.ofSeconds(1))
          .withResumeTimeout(Duration.ofSeconds(2));

  private FailingParty() {}

  /** Arguments: own id, rounds to play, then name and port of each party. */
  public static void main(String[] args) {
    List<Party> rows = new ArrayList<>();
    for (int i = 2; i < args.length; i += 2) {
      rows.add(
          new Party(
              rows.size(), args[i], new Endpoint("127.0.0.1", Integer.parseInt(args[i + 1]))));
    }
    PartyTable table = new PartyTable(rows);
    try (Mesh mesh = Mesh.connect(table, Integer.parseInt(args[0]), OPTIONS);
        Session session = mesh.session("game")) {
      play(session, Integer.parseInt(args[1]));
    }
  }

  static void play(Session session, int rounds) {
    for (int i = 0; i < rounds; i++) {
      round(session);
    }
  }

  static void round(Session session) {
    session.next().sendRing32(new int[] {session.self()});
    session.previous().sendRing32(new int[] {session.self()});
    session.previous().receiveRing32(1);
    session.next().receiveRing32(1);
  }

  /** Starts one on the class path of this test. */
  static Process start(PartyTable table, int self, int rounds) throws java.io.IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(FailingParty.class.getName());
    command.add(String.valueOf(self));
    command.add(String.valueOf(rounds));
    for (Party party : table.all()) {
      command.add(party.name());
      command.add(String.valueOf(party.bind().port()));
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
