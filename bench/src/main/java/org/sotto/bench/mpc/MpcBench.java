package org.sotto.bench.mpc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sotto.bench.output.Machine;
import org.sotto.bench.output.ProcessCpu;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;
import org.sotto.net.tls.keys.PartyKeys;

/** Party 0: starts the two others, and measures. */
public final class MpcBench {
  private static final int EXIT_SECONDS = 20;
  private static final String COMPARISON = "less-than";

  private final boolean smoke;
  private final List<String> only;
  private final List<Workload> workloads;

  /**
   * @param smoke short measurements of small batches, to see that all runs
   * @param only the names of the operations that are measured; empty for all
   * @throws IllegalArgumentException if there is no such operation, listing those there are
   */
  public MpcBench(boolean smoke, List<String> only) {
    this.smoke = smoke;
    this.only = List.copyOf(only);
    this.workloads = Workloads.of(smoke, only);
  }

  /**
   * Measures.
   *
   * @throws IOException if a process ends early
   */
  public MpcReport run() throws IOException {
    return run(MpcPeer.class);
  }

  /**
   * @param other the main class of the other processes
   */
  MpcReport run(Class<?> other) throws IOException {
    List<MpcRow> rows = new ArrayList<>(inProcesses(other));
    rows.addAll(inOneJvm());
    return new MpcReport(Machine.describe(), rows);
  }

  private List<MpcRow> inProcesses(Class<?> other) throws IOException {
    Path keys = Files.createTempDirectory("sotto-bench");
    List<Process> others = new ArrayList<>();
    try {
      List<Path> _ = new PartyKeys(Endpoints.NAMES, 1).write(keys, true);
      List<Integer> ports = Endpoints.freePorts();
      others.add(start(other, 1, keys, ports));
      others.add(start(other, 2, keys, ports));
      try (Endpoints ends =
          Endpoints.join(0, ports, keys, () -> others.stream().allMatch(Process::isAlive))) {
        return rows(ends, workloads, smoke);
      } catch (IOException | RuntimeException e) {
        throw because(others, e);
      }
    } finally {
      for (Process process : others) {
        if (!ends(process, EXIT_SECONDS)) {
          process.destroyForcibly();
        }
      }
      delete(keys);
    }
  }

  /** What each of the processes does. */
  static List<MpcRow> rows(Endpoints ends, List<Workload> workloads, boolean smoke)
      throws IOException {
    List<MpcRow> rows = new ArrayList<>();
    Runner runner = new Runner(ends.ring(), new ProcessCpu()::nanos, smoke);
    rows.addAll(on(ends.mesh(), "plain", runner, workloads));
    rows.addAll(on(ends.secure(), "TLS", runner, workloads));
    return rows;
  }

  private static List<MpcRow> on(Mesh mesh, String link, Runner runner, List<Workload> workloads)
      throws IOException {
    try (Session session = mesh.session("bench " + link, SessionOptions.defaults());
        ThreeParty mpc = ThreeParty.setUp(session)) {
      return runner.run(link, workloads, mpc);
    }
  }

  /** The comparisons with three threads that pass messages through memory. */
  private List<MpcRow> inOneJvm() {
    List<Workload> comparisons =
        workloads.stream().filter(w -> w.what().equals(COMPARISON)).toList();
    List<Integer> ports = Endpoints.freePorts();
    ProcessCpu cpu = new ProcessCpu();
    try (Parties parties = Parties.inMemory(Endpoints.NAMES.size(), MeshOptions.defaults())) {
      return parties
          .run(
              "bench",
              session -> {
                int self = session.self();
                try (ThreeParty mpc = ThreeParty.setUp(session);
                    PlainRing ring = PlainRing.join(self, ports, () -> true)) {
                  // One party answers for the process.
                  Runner runner = new Runner(ring, self == 0 ? cpu::nanos : () -> 0, smoke);
                  return runner.run("one JVM", comparisons, mpc);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              })
          .getFirst();
    }
  }

  private Process start(Class<?> other, int self, Path keys, List<Integer> ports)
      throws IOException {
    // Standard output is the report's alone.
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseParallelGC",
            "-Xmx2g",
            "-cp",
            System.getProperty("java.class.path"),
            other.getName(),
            "" + self,
            smoke ? "smoke" : "full",
            String.join(",", only),
            keys.toString(),
            ports.stream().map(String::valueOf).collect(Collectors.joining(",")))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** The failure itself, or that another process ended if one did. */
  private static IOException because(List<Process> others, Exception failure) {
    for (Process process : others) {
      if (ends(process, 1) && process.exitValue() != 0) {
        return new IOException(
            "party "
                + (others.indexOf(process) + 1)
                + " ended with exit code "
                + process.exitValue()
                + " before the benchmark did; its messages are on standard error",
            failure);
      }
    }
    return failure instanceof IOException known
        ? known
        : new IOException("the benchmark failed: " + failure, failure);
  }

  private static boolean ends(Process process, long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
