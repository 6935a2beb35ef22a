package org.sotto.bench;

import java.util.concurrent.Callable;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.CostReport;
import org.sotto.bench.cost.Operation;
import org.sotto.bench.output.OutputFormat;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures an operation's communication, beside its formula. */
@Command(
    name = "cost",
    mixinStandardHelpOptions = true,
    description = {
      "Communication of an operation for each party, measured beside its formula.",
      "Runs three parties in this JVM on seeded inputs and checks the answer."
    },
    footer = {"", "Example: sotto cost eval-less-than --n 1000 --adder prefix --format json"})
final class CostCommand implements Callable<Integer> {
  /** How the three parties are joined. */
  enum Joined {
    MEMORY,
    TCP
  }

  @Parameters(
      paramLabel = "OP",
      description = {
        "eval-less-than, min-rotation, less-than, less-than-bits, less-than-ring, msb, equal, min,",
        "min-round-robin, select, inject, lift, lift-bounded, multiply, dot, and, input, open"
      })
  private String operation = "";

  @Mixin private OperationOptions options = new OperationOptions();

  @Option(
      names = "--transport",
      description = "How parties are joined: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Joined transport = Joined.MEMORY;

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = "The link that --adder auto chooses for (default: ${DEFAULT-VALUE}).")
  private String link = "wan";

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() {
    int n = options.n();
    Operation measured = Operation.of(operation);
    AdderChoice adder = options.adder(measured, () -> CostModel.of(LinkProfile.parse(link)));
    try (Parties parties =
        transport == Joined.MEMORY
            ? Parties.inMemory(3)
            : Parties.onLoopback(3, MeshOptions.defaults())) {
      CostReport report =
          CostReport.measure(measured, n, options.profile(), adder, options.seed(), parties);
      report.print(format, System.out);
      return report.correct() && report.asFormula() ? ExitCode.OK : ExitCode.FAILED;
    }
  }
}
