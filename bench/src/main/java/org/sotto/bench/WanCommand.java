package org.sotto.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.output.ByteSize;
import org.sotto.bench.output.OutputFormat;
import org.sotto.bench.wan.WanExperiment;
import org.sotto.bench.wan.WanExperiments;
import org.sotto.bench.wan.WanPlan;
import org.sotto.bench.wan.WanReport;
import org.sotto.net.link.LinkProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Tuning experiments for wide-area links. */
@Command(
    name = "wan",
    mixinStandardHelpOptions = true,
    description = {
      "Flows, message sizes, rounds and small messages beside bulk on an emulated",
      "link: measured beside predicted, and what to set. Parties in this JVM, real",
      "sockets on loopback. About two minutes (--quick: a quarter of one)."
    },
    footer = {"", "Example: sotto wan --link wan,flow=100Mbit --experiment flows"})
final class WanCommand implements Callable<Integer> {
  private static final String QUICK_BYTES = "4MiB";
  private static final String FULL_BYTES = "64MiB";

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = {
        "lan, metro, continent, wan, mobile, with changes as in wan,rtt=80ms,flow=100Mbit",
        "(default: ${DEFAULT-VALUE})."
      })
  private String link = "wan";

  @Option(
      names = "--experiment",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private WanExperiment experiment = WanExperiment.ALL;

  @Option(
      names = "--bytes",
      description =
          "Bytes of a transfer (default: " + FULL_BYTES + ", with --quick " + QUICK_BYTES + ").")
  private @Nullable String bytes;

  @Option(names = "--quick", description = "Fewer settings, to see that all runs.")
  private boolean quick;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Write the result to a file as JSON too.")
  private @Nullable Path json;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() {
    LinkProfile profile = LinkProfile.parse(link);
    String given = bytes;
    long size = ByteSize.parse(given != null ? given : quick ? QUICK_BYTES : FULL_BYTES);
    WanPlan plan = quick ? WanPlan.quick(profile, size) : WanPlan.full(profile, size);
    Path file = json;
    if (file == null) {
      new WanExperiments(plan, System.err).run(experiment).print(format, System.out);
      return ExitCode.OK;
    }
    // Opened first: nobody should wait for a result that cannot be written.
    try (PrintStream to =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      WanReport report = new WanExperiments(plan, System.err).run(experiment);
      report.print(format, System.out);
      report.print(OutputFormat.JSON, to);
      if (to.checkError()) {
        throw new IllegalStateException("--json: could not write all to " + file);
      }
    } catch (IOException e) {
      throw new IllegalArgumentException("--json: cannot write to " + file + ": " + e, e);
    }
    return ExitCode.OK;
  }
}
