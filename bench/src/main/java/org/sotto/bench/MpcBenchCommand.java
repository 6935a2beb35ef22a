package org.sotto.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.sotto.bench.mpc.MpcBench;
import org.sotto.bench.output.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Three-party operations beside rounds of plain sockets. */
@Command(
    name = "mpc",
    mixinStandardHelpOptions = true,
    description = {
      "Three-party operations in three processes beside rounds of plain sockets of the same",
      "run, in the clear and over TLS; comparisons in one JVM. Some minutes (--smoke: seconds)."
    },
    footer = {"", "Example: sotto bench mpc --only less-than --format csv"})
final class MpcBenchCommand implements Callable<Integer> {
  @Option(names = "--smoke", description = "Short measurements of small batches.")
  private boolean smoke;

  @Option(
      names = "--only",
      paramLabel = "OPERATION",
      description = "Only this operation, as the table names it; may be repeated.")
  private List<String> only = new ArrayList<>();

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() throws IOException {
    new MpcBench(smoke, only).run().print(format, System.out);
    return ExitCode.OK;
  }
}
