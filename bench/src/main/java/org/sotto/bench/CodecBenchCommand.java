package org.sotto.bench;

import java.util.concurrent.Callable;
import org.openjdk.jmh.runner.RunnerException;
import org.sotto.bench.codec.CodecBenchReport;
import org.sotto.bench.output.OutputFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Codec speed and size, with JMH. */
@Command(
    name = "codec",
    mixinStandardHelpOptions = true,
    description = {
      "Sizes, and encode and decode times, of values in every layout, beside a memory copy",
      "of the same bytes; JMH in a forked JVM, about three minutes (--smoke: under one)."
    },
    footer = {"", "Example: sotto bench codec --smoke --format json"})
final class CodecBenchCommand implements Callable<Integer> {
  @Option(names = "--smoke", description = "Short measurements, to see that all runs.")
  private boolean smoke;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() throws RunnerException {
    CodecBenchReport.measure(smoke).print(format, System.out);
    return ExitCode.OK;
  }
}
