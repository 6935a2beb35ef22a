package org.sotto.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.cost.Operation;
import org.sotto.bench.output.ByteSize;
import org.sotto.bench.output.OutputFormat;
import org.sotto.bench.output.Report;
import org.sotto.bench.wan.WanExperiment;
import org.sotto.bench.wan.WanExperiments;
import org.sotto.bench.wan.WanOperation;
import org.sotto.bench.wan.WanOperationReport;
import org.sotto.bench.wan.WanPlan;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Operations and tuning experiments on wide-area links. */
@Command(
    name = "wan",
    mixinStandardHelpOptions = true,
    description = {
      "With OP: an operation of three parties on an emulated link, measured beside",
      "predicted, in real or virtual time; its answer is checked.",
      "Without: flows, message sizes, rounds and small messages beside bulk on the",
      "link, measured beside predicted, and what to set. Parties in this JVM, real",
      "sockets on loopback. About two minutes (--quick: a quarter of one)."
    },
    footer = {
      "",
      "Examples: sotto wan eval-less-than --n 1000 --link wan --rtt 80 --virtual",
      "          sotto wan --link wan,flow=100Mbit --experiment flows"
    })
final class WanCommand implements Callable<Integer> {
  private static final String QUICK_BYTES = "4MiB";
  private static final String FULL_BYTES = "64MiB";
  private static final List<String> OF_EXPERIMENTS = List.of("--experiment", "--bytes", "--quick");
  private static final List<String> OF_OPERATIONS =
      Stream.concat(Stream.of("--flows", "--virtual"), OperationOptions.NAMES.stream()).toList();

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "OP",
      arity = "0..1",
      description = "An operation, as sotto cost knows them; else the experiments run.")
  private @Nullable String operation;

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = {
        "lan, metro, continent, wan, mobile, with changes as in wan,rtt=80ms,flow=100Mbit",
        "(default: ${DEFAULT-VALUE})."
      })
  private String link = "wan";

  @Option(names = "--rtt", paramLabel = "MS", description = "Another round trip, in ms.")
  private @Nullable String roundTrip;

  @Option(names = "--rate", paramLabel = "BPS", description = "Another rate each way, in bit/s.")
  private @Nullable String rate;

  @Option(
      names = "--flow-rate",
      paramLabel = "BPS",
      description = "Another cap of each flow, in bit/s.")
  private @Nullable String flowRate;

  @Mixin private OperationOptions options = new OperationOptions();

  @Option(
      names = "--flows",
      description = "With OP: the session's flows to each peer (default: ${DEFAULT-VALUE}).")
  private int flows = 1;

  @Option(
      names = "--virtual",
      description = "With OP: in virtual time, without compute; two runs are equal.")
  private boolean virtual;

  @Option(
      names = "--experiment",
      description = "Without OP: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
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
    LinkProfile profile = LinkProfile.parse(link());
    String op = operation;
    if (op == null) {
      refuse(OF_OPERATIONS, "an operation before it, as in sotto wan less-than");
      String given = bytes;
      long size = ByteSize.parse(given != null ? given : quick ? QUICK_BYTES : FULL_BYTES);
      WanPlan plan = quick ? WanPlan.quick(profile, size) : WanPlan.full(profile, size);
      Report _ = printed(() -> new WanExperiments(plan, System.err).run(experiment));
      return ExitCode.OK;
    }
    refuse(OF_EXPERIMENTS, "no operation beside it");
    Operation measured = Operation.of(op);
    WanOperation run =
        new WanOperation(
            measured,
            options.n(),
            options.profile(),
            options.adder(measured, () -> new CostModel(profile, flows)),
            options.seed(),
            profile,
            flows,
            virtual);
    WanOperationReport report = printed(run::run);
    return report.correct() ? ExitCode.OK : ExitCode.FAILED;
  }

  /** The profile with the changes that have options of their own. */
  private String link() {
    return link
        + change("rtt", roundTrip, "ms")
        + change("rate", rate, "bit")
        + change("flow", flowRate, "bit");
  }

  private static String change(String key, @Nullable String value, String unit) {
    return value == null ? "" : "," + key + "=" + withUnit(value, unit);
  }

  /** A bare number gets the unit; 80ms and 100Mbit have theirs. */
  private static String withUnit(String value, String unit) {
    try {
      return new BigDecimal(value).toPlainString() + unit;
    } catch (NumberFormatException e) {
      return value;
    }
  }

  private void refuse(List<String> names, String expected) {
    CommandSpec own = spec;
    for (String name : names) {
      if (own != null && own.commandLine().getParseResult().hasMatchedOption(name)) {
        throw new IllegalArgumentException(name + ": expected " + expected);
      }
    }
  }

  private <R extends Report> R printed(Supplier<R> measured) {
    Path file = json;
    if (file == null) {
      R report = measured.get();
      report.print(format, System.out);
      return report;
    }
    // Opened first: nobody should wait for a result that cannot be written.
    try (PrintStream to =
        new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
      R report = measured.get();
      report.print(format, System.out);
      report.print(OutputFormat.JSON, to);
      if (to.checkError()) {
        throw new IllegalStateException("--json: could not write all to " + file);
      }
      return report;
    } catch (IOException e) {
      throw new IllegalArgumentException("--json: cannot write to " + file + ": " + e, e);
    }
  }
}
