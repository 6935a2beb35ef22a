package org.sotto.bench.party;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Three party processes on this machine, started with this JVM's own class path and flags. */
public final class PartyProcesses implements AutoCloseable {
  private static final int PARTIES = 3;
  private static final long EXIT_SECONDS = 10;

  private final List<Process> processes = new ArrayList<>();

  private PartyProcesses() {}

  /**
   * Starts parties 0, 1 and 2; their logs go to this process's error stream.
   *
   * @param command the main class of the sotto command
   * @param file a table of three parties and a client, see {@link PartyFile}
   */
  public static PartyProcesses start(Class<?> command, Path file) throws IOException {
    PartyProcesses started = new PartyProcesses();
    try {
      for (int id = 0; id < PARTIES; id++) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(
            List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                command.getName(),
                "party",
                "--id",
                "" + id,
                "--parties",
                file.toString()));
        started.processes.add(
            new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
      return started;
    } catch (IOException e) {
      started.close();
      throw e;
    }
  }

  /** The process ids, in the order of the parties. */
  public List<Long> pids() {
    return processes.stream().map(Process::pid).toList();
  }

  /** Waits for all to end by themselves; whether each exited with 0 in time. */
  public boolean awaitEnd() throws InterruptedException {
    boolean well = true;
    for (Process process : processes) {
      well &= process.waitFor(EXIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
    return well;
  }

  /** Ends those that still run. */
  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }
}
