package org.sotto.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.demo.Demo;
import org.sotto.bench.demo.DemoReport;
import org.sotto.bench.iris.IrisTemplateFile;
import org.sotto.bench.output.OutputFormat;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.MeshOptions;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.PartyTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The main job in under a minute. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Three parties as processes on loopback TCP compare two iris templates on shares:",
      "the per-party cost table for every layout, then a small search."
    },
    footer = {"", "Example: sotto demo --query a.json --entry b.json"})
final class DemoCommand implements Callable<Integer> {
  @Option(
      names = "--seed",
      description = "Seed of generated templates (default: ${DEFAULT-VALUE}).")
  private long seed = 1;

  @Option(names = "--query", description = "A template file instead of a generated one.")
  private @Nullable Path query;

  @Option(names = "--entry", description = "The entry's template file; goes with --query.")
  private @Nullable Path entry;

  @Option(
      names = "--parties",
      description = {
        "A table of three parties and this client, for parties that run already",
        "(sotto party --id I --parties FILE); without it they are started here."
      })
  private @Nullable Path parties;

  @Mixin private TlsFiles tls = new TlsFiles();

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = "The link that the parties emulate, as they set it; goes with --parties.")
  private @Nullable String link;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path table = parties;
    if (table == null && (tls.given() || link != null)) {
      throw new IllegalArgumentException(
          "expected --parties with --cert, --key, --ca and --link, got none");
    }
    DemoReport report =
        table == null ? demo().runWithProcesses(Sotto.class) : asClient(PartyFile.read(table));
    report.print(format, System.out);
    return report.correct() ? ExitCode.OK : ExitCode.FAILED;
  }

  private DemoReport asClient(PartyTable table) {
    MeshOptions options = MeshOptions.defaults();
    String profile = link;
    if (profile != null) {
      options = options.withLink(LinkProfile.parse(profile));
    }
    Demo.checkTable(table);
    return demo().runAsClient(table, tls.addTo(options, table, Demo.CLIENT));
  }

  private Demo demo() {
    Path queryFile = query;
    Path entryFile = entry;
    if (queryFile == null && entryFile == null) {
      return Demo.generated(seed, System.err);
    }
    if (queryFile == null || entryFile == null) {
      throw new IllegalArgumentException("expected --query and --entry together, got one of them");
    }
    return new Demo(
        IrisTemplateFile.read(queryFile), IrisTemplateFile.read(entryFile), seed, System.err);
  }
}
