package org.sotto.bench.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.Profile;
import org.sotto.bench.party.IrisClient;
import org.sotto.bench.party.PartyFile;
import org.sotto.bench.party.PartyProcesses;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisGenerator;
import org.sotto.mpc.iris.IrisTemplate;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.party.PartyTable;

/**
 * The client of three parties, which compares a query with an entry in every layout, then with a
 * small database; it can start the parties itself, as processes on loopback TCP.
 */
public final class Demo {
  /** The client's place in the table. */
  public static final int CLIENT = 3;

  private static final int DATABASE = 16;
  private static final double NOISE = 0.2;

  /** A protocol in a layout. */
  private record Layout(String name, Profile profile, AdderChoice adder) {}

  private static final List<Layout> LAYOUTS =
      List.of(
          new Layout("bincode-like", Profile.BINCODE, AdderChoice.PARITY),
          new Layout("Kryo", Profile.KRYO, AdderChoice.PARITY),
          new Layout("TAGGED", Profile.TAGGED, AdderChoice.PARITY),
          new Layout("COMPACT", Profile.COMPACT, AdderChoice.PARITY),
          new Layout("Sotto, ripple", Profile.COMPACT, AdderChoice.RIPPLE),
          new Layout("Sotto, prefix", Profile.COMPACT, AdderChoice.PREFIX),
          new Layout("Sotto, chain", Profile.COMPACT, AdderChoice.CHAIN));

  private final IrisTemplate query;
  private final IrisTemplate entry;
  private final long seed;
  private final PrintStream log;

  /**
   * @param query the template that is looked for
   * @param entry the database of one
   * @param seed of the further templates of the search
   * @param log takes progress
   */
  public Demo(IrisTemplate query, IrisTemplate entry, long seed, PrintStream log) {
    this.query = query;
    this.entry = entry;
    this.seed = seed;
    this.log = log;
  }

  /** Two captures of one generated person. */
  public static Demo generated(long seed, PrintStream log) {
    IrisGenerator generator = new IrisGenerator(seed);
    IrisTemplate query = generator.person();
    return new Demo(query, generator.capture(query, NOISE), seed, log);
  }

  /**
   * Starts three party processes on this machine and runs it all with them.
   *
   * @param command the main class of the sotto command, for the party processes
   */
  public DemoReport runWithProcesses(Class<?> command) throws IOException, InterruptedException {
    PartyTable table = Parties.loopbackTable("alice", "bob", "charlie", "client");
    Path file = Files.createTempFile("sotto-parties", ".yaml");
    try {
      PartyFile.write(table, file);
      try (PartyProcesses processes = PartyProcesses.start(command, file)) {
        log.println("started alice, bob and charlie as processes " + processes.pids());
        DemoReport report = runAsClient(table, MeshOptions.defaults());
        return processes.awaitEnd() ? report : report.withFailedParties();
      }
    } finally {
      Files.deleteIfExists(file);
    }
  }

  /**
   * Runs it all with parties that run elsewhere.
   *
   * @param table three parties and this client, in this order
   * @param options TLS and link as the parties have them
   */
  public DemoReport runAsClient(PartyTable table, MeshOptions options) {
    checkTable(table);
    List<DemoReport.LayoutRow> rows = new ArrayList<>();
    IrisDistance distance = query.distance(entry);
    boolean plain = distance.lessThan(IrisDistance.THRESHOLD);
    try (Mesh mesh = Mesh.connect(table, CLIENT, options);
        IrisClient client = new IrisClient(mesh)) {
      for (Layout layout : LAYOUTS) {
        log.println("running " + layout.name());
        IrisClient.Answer answer =
            client.query(query, List.of(entry), layout.profile(), layout.adder());
        rows.add(
            new DemoReport.LayoutRow(
                layout.name(), answer.matches().getFirst(), plain, answer.costs()));
      }
      log.println("searching a database of " + DATABASE);
      return new DemoReport(distance, rows, search(client), true);
    }
  }

  /** Refuses a table of another size than three parties and the client. */
  public static void checkTable(PartyTable table) {
    if (table.size() != CLIENT + 1) {
      throw new IllegalArgumentException(
          "the parties' table: expected three parties and the client, got " + table.size());
    }
  }

  private DemoReport.Search search(IrisClient client) {
    IrisGenerator generator = new IrisGenerator(seed + 1);
    List<IrisTemplate> database = new ArrayList<>();
    for (int i = 0; i < DATABASE; i++) {
      database.add(i % 7 == 3 ? generator.capture(query, NOISE) : generator.person());
    }
    IrisClient.Answer answer = client.query(query, database, Profile.COMPACT, AdderChoice.CHAIN);
    List<Integer> plain = new ArrayList<>();
    List<Integer> secure = new ArrayList<>();
    for (int i = 0; i < DATABASE; i++) {
      if (query.distance(database.get(i)).lessThan(IrisDistance.THRESHOLD)) {
        plain.add(i);
      }
      if (answer.matches().get(i)) {
        secure.add(i);
      }
    }
    return new DemoReport.Search(DATABASE, secure, plain, answer.costs(), answer.millis());
  }
}
