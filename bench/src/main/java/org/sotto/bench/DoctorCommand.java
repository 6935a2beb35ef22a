package org.sotto.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.sotto.bench.doctor.Doctor;
import org.sotto.bench.doctor.DoctorReport;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.bench.output.OutputFormat;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.link.LinkProfile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks ports, names, certificates and limits before a run. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Checks what a party needs: its port, its peers' names and ports, its",
      "certificate, clock, JDK, sockets and limits. The peers need not be up;",
      "those that are will log a stranger."
    },
    footer = {
      "",
      "Exit codes, the first that holds: 2 a bad file, 1 this machine is not",
      "ready, 3 a peer is not reachable, 0 nothing failed.",
      "Example: sotto doctor --parties parties.yaml --self 0 --link wan"
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int MOST_SECONDS = 600;

  @Option(names = "--parties", required = true, description = "The table, a YAML file.")
  private Path parties = Path.of("");

  @Option(names = "--self", required = true, description = "This party's place in the table.")
  private int self;

  @Mixin private TlsFiles tls = new TlsFiles();

  @Option(
      names = "--link",
      paramLabel = "PROFILE",
      description = "What the links are taken to be, for buffer sizes (default: ${DEFAULT-VALUE}).")
  private String link = "wan";

  @Option(
      names = "--timeout-seconds",
      description = "How long one connect may take (default: ${DEFAULT-VALUE}).")
  private int timeoutSeconds = 5;

  @Option(names = "--format", description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TEXT;

  @Override
  public Integer call() {
    if (timeoutSeconds < 1 || timeoutSeconds > MOST_SECONDS) {
      throw new IllegalArgumentException(
          "--timeout-seconds: expected 1 to " + MOST_SECONDS + ", got " + timeoutSeconds);
    }
    LinkProfile profile = LinkProfile.parse(link);
    DoctorReport report =
        new Doctor(PartyFile.read(parties), self, Duration.ofSeconds(timeoutSeconds))
            .examine(() -> tls.identity().orElseThrow(), tls.given(), profile);
    report.print(format, System.out);
    if (report.failed(Where.FILE)) {
      return ExitCode.USAGE;
    }
    if (report.failed(Where.HERE)) {
      return ExitCode.FAILED;
    }
    return report.failed(Where.PEER) ? ExitCode.PEER : ExitCode.OK;
  }
}
