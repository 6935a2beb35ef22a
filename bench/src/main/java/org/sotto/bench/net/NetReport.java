package org.sotto.bench.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sotto.bench.net.Batches.Allocation;
import org.sotto.bench.net.Batches.Batch;
import org.sotto.bench.net.Batches.Idle;
import org.sotto.bench.net.Batches.Pairs;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;
import org.sotto.bench.output.Machine;
import org.sotto.bench.output.Report;

/**
 * Sessions beside plain blocking sockets of the same run.
 *
 * @param machine what it was measured on
 * @param rows one for each step
 * @param allocations bytes a send
 * @param idle what an idle session holds
 */
public record NetReport(String machine, List<Row> rows, List<Allocation> allocations, Idle idle)
    implements Report {
  private static final int EXIT_SECONDS = 20;

  /**
   * One step.
   *
   * @param plainNanos median wall time of one message (bulk) or round trip (ping), plain
   * @param sottoNanos the same over a session
   * @param worstNanos the slowest batch of the session, a message or round trip
   * @param ratio median over the pairs of batches of time (ping) or throughput (bulk) to plain's
   * @param cpuRatio median over the pairs of CPU time of both processes to plain's
   */
  public record Row(
      String kind,
      String variant,
      int size,
      double plainNanos,
      double sottoNanos,
      double worstNanos,
      double ratio,
      double cpuRatio) {

    private static Row of(Pairs pairs) {
      Step step = pairs.step();
      boolean ping = step.kind() == Kind.PING;
      double[] ratios = new double[step.batches()];
      double[] cpu = new double[step.batches()];
      for (int i = 0; i < ratios.length; i++) {
        Batch plain = pairs.plain().get(i);
        Batch sotto = pairs.sotto().get(i);
        double slower = (double) sotto.wallNanos() / plain.wallNanos();
        ratios[i] = ping ? slower : 1 / slower;
        cpu[i] = (double) sotto.cpuNanos() / Math.max(1, plain.cpuNanos());
      }
      return new Row(
          step.kind().name().toLowerCase(Locale.ROOT),
          step.variant().name(),
          step.size(),
          median(nanos(pairs.plain(), step)),
          median(nanos(pairs.sotto(), step)),
          IntStream.range(0, ratios.length)
              .mapToDouble(i -> nanos(pairs.sotto(), step)[i])
              .max()
              .orElse(0),
          median(ratios),
          median(cpu));
    }

    private static double[] nanos(List<Batch> batches, Step step) {
      return batches.stream().mapToDouble(b -> (double) b.wallNanos() / step.count()).toArray();
    }

    private static double median(double[] values) {
      double[] sorted = java.util.Arrays.stream(values).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  /**
   * Starts the second process and measures.
   *
   * @param only the names of the kinds of session that are measured; empty for all
   */
  public static NetReport measure(boolean smoke, List<String> only)
      throws IOException, InterruptedException {
    Path keys = Files.createTempDirectory("sotto-bench");
    Endpoints.writeKeys(keys);
    List<Integer> ports = freePorts(5);
    Process peer = start(smoke, only, keys, ports);
    try (Endpoints ends = Endpoints.connect(0, ports, keys)) {
      Plan plan = Plan.of(smoke, only);
      Batches batches = new Batches(ends);
      List<Row> rows = new ArrayList<>();
      for (Step step : plan.steps()) {
        rows.add(Row.of(batches.run(step)));
      }
      List<Allocation> allocations =
          List.of(
              batches.allocation("driven", Plan.DRIVEN.session(), plan.sends()),
              batches.allocation("shared", Plan.SHARED.session(), plan.sends()));
      Idle idle = batches.idle(plan.sessions());
      return new NetReport(Machine.describe(), rows, allocations, idle);
    } finally {
      if (!peer.waitFor(EXIT_SECONDS, TimeUnit.SECONDS)) {
        peer.destroyForcibly();
      }
      delete(keys);
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static Process start(boolean smoke, List<String> only, Path keys, List<Integer> ports)
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
            NetPeer.class.getName(),
            smoke ? "smoke" : "full",
            String.join("/", only),
            keys.toString()));
    ports.forEach(port -> line.add("" + port));
    return new ProcessBuilder(line).inheritIO().start();
  }

  private static List<Integer> freePorts(int count) throws IOException {
    List<ServerSocket> held = new ArrayList<>();
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
      held.add(socket);
      ports.add(socket.getLocalPort());
    }
    for (ServerSocket socket : held) {
      socket.close();
    }
    return ports;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(machine).append(System.lineSeparator());
    text.append(
        String.format(
            Locale.ROOT,
            "two processes on loopback; plain: blocking SocketChannels, one direct buffer%n"
                + "%-6s %-16s %10s %12s %12s %12s %8s %10s%n",
            "",
            "session",
            "bytes",
            "plain",
            "sotto",
            "worst batch",
            "ratio",
            "CPU ratio"));
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-6s %-16s %10d %12s %12s %12s %8.2f %10.2f%n",
              row.kind(),
              row.variant(),
              row.size(),
              shown(row, row.plainNanos()),
              shown(row, row.sottoNanos()),
              shown(row, row.worstNanos()),
              row.ratio(),
              row.cpuRatio()));
    }
    for (Allocation allocation : allocations) {
      text.append(
          String.format(
              Locale.ROOT,
              "send of a Ring32, %s: %.3f bytes allocated on the sending thread%n",
              allocation.what(),
              allocation.bytesPerSend()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d idle shared sessions: %.0f bytes of heap and %.0f of direct memory each",
            idle.sessions(),
            idle.heapBytes(),
            idle.directBytes()));
    return text.toString();
  }

  private static String shown(Row row, double nanos) {
    return row.kind().equals("ping")
        ? String.format(Locale.ROOT, "%.1f us", nanos / 1000)
        : String.format(Locale.ROOT, "%.2f GB/s", row.size() / nanos);
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", machine);
    json.put("rows", rows);
    json.put("allocations", allocations);
    json.put("idle", idle);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> csv = new ArrayList<>();
    csv.add(
        List.of("kind", "session", "bytes", "plain_ns", "sotto_ns", "worst_ns", "ratio", "cpu"));
    for (Row row : rows) {
      csv.add(
          List.of(
              row.kind(),
              row.variant(),
              row.size(),
              row.plainNanos(),
              row.sottoNanos(),
              row.worstNanos(),
              row.ratio(),
              row.cpuRatio()));
    }
    return csv;
  }
}
