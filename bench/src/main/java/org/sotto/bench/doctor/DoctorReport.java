package org.sotto.bench.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sotto.bench.doctor.Finding.Level;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.bench.output.Report;

/**
 * All findings.
 *
 * @param self the party that was examined
 * @param table the table in short, with its digest, which all parties should see
 */
public record DoctorReport(String self, String table, List<Finding> findings) implements Report {
  /** Copies the list. */
  public DoctorReport {
    findings = List.copyOf(findings);
  }

  /** Whether something of this kind failed. */
  public boolean failed(Where where) {
    return findings.stream().anyMatch(f -> f.level() == Level.FAIL && f.where() == where);
  }

  private long count(Level level) {
    return findings.stream().filter(f -> f.level() == level).count();
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("self", self);
    json.put("table", table);
    json.put("failed", count(Level.FAIL));
    json.put("warned", count(Level.WARN));
    json.put("findings", findings);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> rows = new ArrayList<>();
    rows.add(List.of("level", "where", "check", "expected", "got", "advice"));
    for (Finding f : findings) {
      rows.add(
          List.of(
              label(f.level()), label(f.where()), f.check(), f.expected(), f.got(), f.advice()));
    }
    return rows;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(self).append(" of ").append(table).append("\n\n");
    for (Finding f : findings) {
      text.append(String.format(Locale.ROOT, "%-5s %-20s ", label(f.level()), f.check()));
      if (f.expected().isEmpty()) {
        text.append(f.got()).append('\n');
      } else {
        text.append("expected ").append(f.expected()).append(", got ").append(f.got());
        text.append("\n      to do: ").append(f.advice()).append('\n');
      }
    }
    text.append('\n').append(verdict());
    return text.toString();
  }

  private String verdict() {
    String counts =
        String.format(
            Locale.ROOT,
            "%d ok, %d warnings, %d failed.",
            count(Level.OK),
            count(Level.WARN),
            count(Level.FAIL));
    boolean peersAlone = failed(Where.PEER) && !failed(Where.HERE) && !failed(Where.FILE);
    return peersAlone
        ? counts + " This party is ready, and not every peer is: one that is not up yet is refused."
        : counts;
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
