package org.sotto.bench.mpc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sotto.bench.output.Report;

/**
 * Three-party operations beside plain rounds of the same run.
 *
 * @param machine what it was measured on
 * @param rows one for each link and workload
 */
public record MpcReport(String machine, List<MpcRow> rows) implements Report {
  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", machine);
    json.put("roundBytes", PlainRing.ROUND_BYTES);
    json.put("rows", rows.stream().map(MpcReport::json).toList());
    return json;
  }

  private static Map<String, Object> json(MpcRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    List<Object> cells = row.cells();
    for (int i = 0; i < cells.size(); i++) {
      json.put(MpcRow.COLUMNS.get(i).toString(), cells.get(i));
    }
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> csv = new ArrayList<>();
    csv.add(MpcRow.COLUMNS);
    rows.forEach(row -> csv.add(row.cells()));
    return csv;
  }

  @Override
  public String text() {
    List<String> lines = new ArrayList<>();
    lines.add(machine);
    lines.add("three processes on loopback; round: 64 bytes round a ring of plain sockets");
    lines.add("CPU: ns an element, all parties and threads; rounds: run / round");
    lines.add(
        String.format(
            Locale.ROOT,
            "%-8s %-10s %-9s %8s %11s %11s %9s %7s %9s %9s",
            "link",
            "what",
            "how",
            "n",
            "run",
            "worst",
            "round",
            "rounds",
            "M/s",
            "CPU"));
    for (MpcRow row : rows) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%-8s %-10s %-9s %8d %8.1f us %8.1f us %6.1f us %7.2f %9.3f %9.2f",
              row.link(),
              row.what(),
              row.how(),
              row.n(),
              row.nanos() / 1e3,
              row.worstNanos() / 1e3,
              row.roundNanos() / 1e3,
              row.plainRounds(),
              row.elementsPerSecond() / 1e6,
              row.cpuNanosPerElement()));
    }
    return String.join("\n", lines);
  }
}
