package org.sotto.bench.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.sotto.bench.net.Memory.Allocation;
import org.sotto.bench.net.Memory.Idle;
import org.sotto.bench.net.Plan.Step;
import org.sotto.bench.output.Machine;
import org.sotto.net.Parties;

/** The first process: starts the second, and measures. */
public final class NetBench {
  private static final int EXIT_SECONDS = 20;

  /** How long a failure waits to see whether the other process's end was its cause. */
  private static final int CAUSE_SECONDS = 2;

  private final boolean smoke;
  private final List<String> only;
  private final Plan plan;

  /**
   * @param smoke short measurements, to see that all runs
   * @param only the names of the kinds of session that are measured; empty for all
   * @throws IllegalArgumentException if there is no such kind, listing those there are
   */
  public NetBench(boolean smoke, List<String> only) {
    this.smoke = smoke;
    this.only = List.copyOf(only);
    this.plan = Plan.of(smoke, only);
  }

  /**
   * Measures.
   *
   * @throws IOException if the second process ends early, or a message is not what was sent
   */
  public NetReport run() throws IOException {
    return run(NetPeer.class);
  }

  /**
   * @param second the main class of the second process
   */
  NetReport run(Class<?> second) throws IOException {
    Path keys = Files.createTempDirectory("sotto-bench");
    try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
      Endpoints.writeKeys(keys);
      List<Integer> ports = freePorts();
      Process peer = start(second, keys, server.getLocalPort(), ports);
      try {
        return measured(server, peer, ports, keys);
      } finally {
        if (!Endpoints.ends(peer, EXIT_SECONDS)) {
          peer.destroyForcibly();
        }
      }
    } finally {
      delete(keys);
    }
  }

  private NetReport measured(ServerSocket server, Process peer, List<Integer> ports, Path keys)
      throws IOException {
    try (Endpoints ends = Endpoints.accept(server, peer, ports, keys)) {
      AtomicBoolean done = new AtomicBoolean();
      // What waits for a process that is gone should fail at once and not at its own deadline.
      var _ = peer.onExit().thenRun(() -> closeUnless(done, ends));
      try {
        NetReport report = measured(ends);
        done.set(true);
        return report;
      } catch (IOException | RuntimeException e) {
        throw because(peer, e);
      } finally {
        done.set(true);
      }
    } catch (IOException | RuntimeException e) {
      throw because(peer, e);
    }
  }

  private NetReport measured(Endpoints ends) throws IOException {
    Batches batches = new Batches(ends);
    List<NetRow> rows = new ArrayList<>();
    for (Step step : plan.steps()) {
      rows.add(NetRow.of(batches.run(step)));
    }
    Memory memory = new Memory(ends);
    List<Allocation> allocations =
        List.of(
            memory.allocation("driven", Plan.DRIVEN.session(), plan.sends()),
            memory.allocation("shared", Plan.SHARED.session(), plan.sends()));
    Idle idle = memory.idle(plan.sessions());
    return new NetReport(Machine.describe(), rows, allocations, idle);
  }

  private static void closeUnless(AtomicBoolean done, Endpoints ends) {
    if (!done.get()) {
      try {
        ends.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** The failure itself, or that the second process ended if it did. */
  private static IOException because(Process peer, Exception failure) {
    if (failure instanceof PeerEndedException known) {
      return known;
    }
    if (Endpoints.ends(peer, CAUSE_SECONDS) && peer.exitValue() != 0) {
      return new PeerEndedException(peer.exitValue(), failure);
    }
    return failure instanceof IOException known
        ? known
        : new IOException("the benchmark failed: " + failure, failure);
  }

  /** The second process ended before the benchmark did. */
  private static final class PeerEndedException extends IOException {
    private static final long serialVersionUID = 1;

    PeerEndedException(int code, Exception failure) {
      super(
          "the second process ended with exit code "
              + code
              + " before the benchmark did; its messages are on standard error",
          failure);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private Process start(Class<?> second, Path keys, int plainPort, List<Integer> ports)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-XX:+UseParallelGC",
            "-cp",
            System.getProperty("java.class.path"),
            second.getName(),
            smoke ? "smoke" : "full",
            String.join("/", only),
            keys.toString(),
            "" + plainPort));
    ports.forEach(port -> line.add("" + port));
    // Standard output is the report's alone.
    return new ProcessBuilder(line)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static List<Integer> freePorts() {
    String[] names = new String[Endpoints.MESH_PORTS];
    Arrays.setAll(names, i -> "port-" + i);
    return Parties.loopbackTable(names).all().stream().map(party -> party.bind().port()).toList();
  }
}
