package org.sotto.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.party.PartyFile;
import org.sotto.bench.party.PartyServer;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.PartyTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** One computing party as a process of its own. */
@Command(
    name = "party",
    mixinStandardHelpOptions = true,
    description = {
      "One of three computing parties as a process: waits for the other two and a client,",
      "serves the client's queries, and ends when the client leaves.",
      "The table has three parties and the client, in this order."
    },
    footer = {
      "",
      "Example: sotto party --id 0 --parties parties.yaml",
      "With TLS: sotto party --id 0 --parties parties.yaml --cert keys/alice.cert.pem \\",
      "            --key keys/alice.key.pem --ca keys/ca.pem"
    })
final class PartyCommand implements Callable<Integer> {
  @Option(names = "--id", required = true, description = "This party's place in the table: 0 to 2.")
  private int id;

  @Option(names = "--parties", required = true, description = "The table, a YAML file.")
  private Path parties = Path.of("");

  @Mixin private TlsFiles tls = new TlsFiles();

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = {
        "Emulate this link to each other party, as wan,flow=100Mbit; all parties and the client",
        "set the same."
      })
  private @Nullable String link;

  @Option(
      names = "--connect-seconds",
      description = "How long to wait for the others (default: ${DEFAULT-VALUE}).")
  private int connectSeconds = 120;

  @Option(
      names = "--progress-seconds",
      description = "How long a party may make no progress (default: ${DEFAULT-VALUE}).")
  private int progressSeconds = 30;

  @Override
  public Integer call() {
    PartyTable table = PartyFile.read(parties);
    if (id < 0 || id > 2) {
      throw new IllegalArgumentException("--id: expected 0 to 2, got " + id);
    }
    MeshOptions options =
        MeshOptions.defaults()
            .withConnectDeadline(Duration.ofSeconds(connectSeconds))
            .withProgressTimeout(Duration.ofSeconds(progressSeconds));
    options = tls.addTo(options, table, id);
    String profile = link;
    if (profile != null) {
      options = options.withLink(LinkProfile.parse(profile));
    }
    try (Mesh mesh = Mesh.connect(table, id, options)) {
      new PartyServer(mesh).serve();
      return ExitCode.OK;
    }
  }
}
