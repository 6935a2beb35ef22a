package org.sotto.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.sotto.bench.net.NetBench;
import org.sotto.bench.output.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Sessions beside plain sockets. */
@Command(
    name = "net",
    mixinStandardHelpOptions = true,
    description = {
      "Round trips, throughput and CPU time of sessions beside plain blocking sockets of the",
      "same run, in two processes; allocation of a send, memory of an idle session.",
      "Some minutes (--smoke: half a one)."
    },
    footer = {"", "Example: sotto bench net --smoke --format json"})
final class NetBenchCommand implements Callable<Integer> {
  @Option(names = "--smoke", description = "Short measurements, to see that all runs.")
  private boolean smoke;

  @Option(
      names = "--only",
      paramLabel = "SESSION",
      description = "Only this kind of session, as the table names it; may be repeated.")
  private List<String> only = new ArrayList<>();

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() throws IOException {
    new NetBench(smoke, only).run().print(format, System.out);
    return ExitCode.OK;
  }
}
