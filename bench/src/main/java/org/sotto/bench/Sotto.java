package org.sotto.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code sotto} command. */
@Command(
    name = "sotto",
    mixinStandardHelpOptions = true,
    version = "sotto 0.1.0-SNAPSHOT",
    description = "Runs and measures secure multi-party computation.",
    subcommands = {
      DemoCommand.class,
      CostCommand.class,
      PartyCommand.class,
      KeysCommand.class,
      DoctorCommand.class,
      WanCommand.class,
      BenchCommand.class,
      CommandLine.HelpCommand.class
    },
    footer = {
      "",
      "Results go to standard output, logs to standard error.",
      "Exit codes: 0 ok, 1 failed, 2 usage, 3 a peer aborted or was lost, 4 time-out, 69 no JDK"
          + " 25.",
      "Begin with: sotto demo"
    })
public final class Sotto {
  private Sotto() {}

  /** Runs a command line and exits with its code. */
  public static void main(String[] args) {
    // One line a log entry; set before the first logger is made.
    System.setProperty("java.util.logging.SimpleFormatter.format", "%1$tF %1$tT %4$s %5$s%6$s%n");
    int code = run(args);
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }

  /** Runs a command line; its exit code. */
  static int run(String... args) {
    CommandLine line = new CommandLine(new Sotto());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          command.getErr().println("sotto: " + describe(failure));
          return ExitCode.of(failure);
        });
    return line.execute(args);
  }

  private static String describe(Throwable failure) {
    String text = failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : text;
  }
}
