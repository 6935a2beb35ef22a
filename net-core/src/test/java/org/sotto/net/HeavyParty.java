package org.sotto.net;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** A party in a process of its own, with as much memory as a test grants it. */
final class HeavyParty {
  private HeavyParty() {}

  /** What a party does with its session. */
  enum Play {
    /** Party 0 streams to the last one, which stops for a while, and then is slow. */
    STREAM,
    /** Party 0 flushes messages of one byte to the last one, which takes none for a while. */
    TINY,
    /** All send one message to the next party, then receive. */
    ONE,
    /** All send it in 64 messages. */
    MANY,
    /** All send to both others. */
    BOTH,
    /** Party 0 sends messages of sizes around every limit, up to more than 2 GiB. */
    SIZES
  }

  private static final int CHUNK = 1 << 20;
  private static final long ODD = 0x9E3779B97F4A7C15L;

  /** Arguments: own id, play, way, MiB, milliseconds to stop, then name and port of each party. */
  public static void main(String[] args) throws InterruptedException {
    List<Party> rows = new ArrayList<>();
    for (int i = 5; i < args.length; i += 2) {
      rows.add(
          new Party(
              rows.size(), args[i], new Endpoint("127.0.0.1", Integer.parseInt(args[i + 1]))));
    }
    int self = Integer.parseInt(args[0]);
    Play play = Play.valueOf(args[1]);
    SessionOptions options = CutConnectionsTest.Way.valueOf(args[2]).options();
    int mebibytes = Integer.parseInt(args[3]);
    MeshOptions patience = MeshOptions.defaults().withCloseTimeout(Duration.ofMinutes(1));
    try (Mesh mesh = Mesh.connect(new PartyTable(rows), self, patience);
        Session session = mesh.session("heavy", options)) {
      switch (play) {
        case STREAM -> stream(session, mebibytes, Integer.parseInt(args[4]));
        case TINY -> tiny(session, mebibytes << 20, Integer.parseInt(args[4]));
        case SIZES -> sizes(session, mebibytes);
        default -> ring(session, play, mebibytes);
      }
    }
  }

  private static void stream(Session session, int chunks, int stopMillis)
      throws InterruptedException {
    byte[] chunk = new byte[CHUNK];
    if (session.self() == 0) {
      ByteStreams.fill(chunk, 0, 0);
      for (int i = 0; i < chunks; i++) {
        session.next().sendBytes(chunk);
      }
      check(session.next().receiveBytes(1).length == 1, "no answer");
      return;
    }
    for (int i = 0; i < chunks; i++) {
      if (i == 4) {
        Thread.sleep(stopMillis); // The receiver computes, and takes nothing.
      }
      byte[] got = session.previous().receiveBytes(CHUNK);
      check(ByteStreams.wrong(got, 0, 0) < 0, "wrong bytes in chunk " + i);
      if (i % 8 == 0) {
        Thread.sleep(stopMillis / 1000);
      }
    }
    session.previous().sendBytes(new byte[1]);
  }

  private static void tiny(Session session, int messages, int stopMillis)
      throws InterruptedException {
    if (session.self() == 0) {
      for (int i = 0; i < messages; i++) {
        session.next().sendBytes(new byte[] {(byte) i});
        session.next().flush();
      }
      check(session.next().receiveBytes(1).length == 1, "no answer");
      return;
    }
    Thread.sleep(stopMillis);
    for (int i = 0; i < messages; i++) {
      check(session.previous().receiveBytes(1)[0] == (byte) i, "a wrong byte");
    }
    session.previous().sendBytes(new byte[1]);
  }

  /** Bytes around powers of two up to 16 MiB, then one message of 64-bit elements. */
  private static void sizes(Session session, int mebibytes) {
    for (int power = 0; power <= 24; power++) {
      for (int size = Math.max(0, (1 << power) - 2); size <= (1 << power) + 1; size++) {
        if (session.self() == 0) {
          session.next().sendBytes(ByteStreams.message(0, size, size));
        } else {
          byte[] got = session.previous().receiveBytes(size);
          check(ByteStreams.wrong(got, 0, size) < 0, "wrong bytes in a message of " + size);
        }
      }
    }
    long[] elements = new long[(mebibytes << 17) + 1];
    if (session.self() == 0) {
      Arrays.setAll(elements, i -> i * ODD);
      session.next().sendRing64(elements);
      check(session.next().receiveBytes(1).length == 1, "no answer");
      return;
    }
    session.previous().receiveRing64(elements);
    for (int i = 0; i < elements.length; i++) {
      check(elements[i] == i * ODD, "a wrong element");
    }
    session.previous().sendBytes(new byte[1]);
  }

  private static void ring(Session session, Play play, int mebibytes) {
    int messages = play == Play.MANY ? 64 : 1;
    int size = (mebibytes << 20) / messages;
    byte[] bytes = ByteStreams.message(session.self(), 0, size);
    for (int i = 0; i < messages; i++) {
      session.next().sendBytes(bytes);
      if (play == Play.BOTH) {
        session.previous().sendBytes(bytes);
      }
    }
    for (int i = 0; i < messages; i++) {
      receive(session.previous(), size);
      if (play == Play.BOTH) {
        receive(session.next(), size);
      }
    }
  }

  private static void receive(Channel from, int size) {
    check(ByteStreams.wrong(from.receiveBytes(size), from.peer(), 0) < 0, "wrong bytes");
  }

  private static void check(boolean right, String what) {
    if (!right) {
      throw new IllegalStateException(what);
    }
  }

  /** Starts one on the class path of this test; its output goes to a file. */
  static Process start(PartyTable table, int self, List<String> memory, List<String> play, Path log)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.addAll(memory);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(HeavyParty.class.getName());
    command.add(String.valueOf(self));
    command.addAll(play);
    for (Party party : table.all()) {
      command.add(party.name());
      command.add(String.valueOf(party.bind().port()));
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }
}
