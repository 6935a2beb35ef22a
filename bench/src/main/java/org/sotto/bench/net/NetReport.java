package org.sotto.bench.net;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.sotto.bench.net.Memory.Allocation;
import org.sotto.bench.net.Memory.Idle;
import org.sotto.bench.net.Plan.Variant;
import org.sotto.bench.output.Report;

/**
 * Sessions beside plain blocking sockets of the same run.
 *
 * <p>In JSON {@code pingPongMicros}, {@code plainPingPongMicros}, {@code bulkGBps} and {@code
 * plainBulkGBps} are those of a driven session in the clear with one flow; {@code flowCounts} has
 * them for each number of flows, and {@code rows} has all that was measured. What {@code --only}
 * left out is null.
 *
 * @param machine what it was measured on
 * @param rows one for each step
 * @param allocations bytes a send
 * @param idle what an idle session holds
 */
public record NetReport(String machine, List<NetRow> rows, List<Allocation> allocations, Idle idle)
    implements Report {

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", machine);
    json.put("pingBytes", Plan.PING_SIZE);
    json.put("bulkBytes", Plan.BULK_SIZE);
    json.putAll(summary(Plan.DRIVEN));
    json.put("flowCounts", Plan.FLOW_COUNTS.stream().map(this::summary).toList());
    json.put("rows", rows);
    json.put("allocations", allocations);
    json.put("idle", idle);
    return json;
  }

  /** The headline figures of one number of flows. */
  private Map<String, Object> summary(Variant variant) {
    Optional<NetRow> ping = row(variant, "ping", Plan.PING_SIZE);
    Optional<NetRow> bulk = row(variant, "bulk", Plan.BULK_SIZE);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("flows", variant.flows());
    put(json, "pingPongMicros", ping.map(r -> r.sotto().nanos() / 1e3));
    put(json, "plainPingPongMicros", ping.map(r -> r.plain().nanos() / 1e3));
    put(json, "pingPongP50Micros", ping.map(NetRow::sotto).map(NetRow.Figures::p50Nanos), 1e3);
    put(json, "pingPongP99Micros", ping.map(NetRow::sotto).map(NetRow.Figures::p99Nanos), 1e3);
    put(json, "plainPingPongP50Micros", ping.map(NetRow::plain).map(NetRow.Figures::p50Nanos), 1e3);
    put(json, "plainPingPongP99Micros", ping.map(NetRow::plain).map(NetRow.Figures::p99Nanos), 1e3);
    put(json, "bulkGBps", bulk.map(r -> r.gigabytesPerSecond(r.sotto())));
    put(json, "plainBulkGBps", bulk.map(r -> r.gigabytesPerSecond(r.plain())));
    put(json, "bulkCpuNanosPerByte", bulk.map(r -> r.sotto().cpuNanosPerByte()));
    put(json, "plainBulkCpuNanosPerByte", bulk.map(r -> r.plain().cpuNanosPerByte()));
    return json;
  }

  private Optional<NetRow> row(Variant variant, String kind, int bytes) {
    return rows.stream()
        .filter(
            row ->
                row.session().equals(variant.name())
                    && row.kind().equals(kind)
                    && row.bytes() == bytes)
        .findFirst();
  }

  private static void put(
      Map<String, Object> json, String name, Optional<Long> value, double divisor) {
    put(json, name, value.map(v -> v / divisor));
  }

  @SuppressWarnings("NullAway") // JSON's null
  private static void put(Map<String, Object> json, String name, Optional<Double> value) {
    json.put(name, value.orElse(null));
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> csv = new ArrayList<>();
    csv.add(NetRow.COLUMNS);
    rows.forEach(row -> csv.add(row.cells()));
    return csv;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "%s", machine);
    line(text, "two processes on loopback; plain: one blocking java.net.Socket, byte arrays");
    line(text, "CPU: ns a byte of payload, both processes; p50 and p99: single round trips in us");
    line(
        text,
        "%-4s %-15s %8s %9s %9s %9s %5s %6s %6s %5s %13s %13s",
        "",
        "session",
        "bytes",
        "plain",
        "sotto",
        "worst",
        "ratio",
        "CPU",
        "plain",
        "ratio",
        "p50/p99",
        "plain");
    for (NetRow row : rows) {
      line(
          text,
          "%-4s %-15s %8d %9s %9s %9s %5.2f %6.2f %6.2f %5.2f %13s %13s",
          row.kind(),
          row.session(),
          row.bytes(),
          shown(row, row.plain().nanos()),
          shown(row, row.sotto().nanos()),
          shown(row, row.sotto().worstNanos()),
          row.ratio(),
          row.sotto().cpuNanosPerByte(),
          row.plain().cpuNanosPerByte(),
          row.cpuRatio(),
          trips(row.sotto()),
          trips(row.plain()));
    }
    for (Allocation allocation : allocations) {
      line(
          text,
          "send of a Ring32, %s: %.3f bytes allocated on the sending thread",
          allocation.what(),
          allocation.bytesPerSend());
    }
    return text
        + String.format(
            Locale.ROOT,
            "%d idle shared sessions: %.0f bytes of heap and %.0f of direct memory each",
            idle.sessions(),
            idle.heapBytes(),
            idle.directBytes());
  }

  private static String trips(NetRow.Figures figures) {
    Long p50 = figures.p50Nanos();
    Long p99 = figures.p99Nanos();
    return p50 == null || p99 == null
        ? ""
        : String.format(Locale.ROOT, "%.1f/%.1f", p50 / 1e3, p99 / 1e3);
  }

  private static String shown(NetRow row, double nanos) {
    return row.isPing()
        ? String.format(Locale.ROOT, "%.1f us", nanos / 1000)
        : String.format(Locale.ROOT, "%.2f GB/s", row.bytes() / nanos);
  }

  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency more
  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
