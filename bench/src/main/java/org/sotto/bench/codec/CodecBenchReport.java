package org.sotto.bench.codec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import org.sotto.bench.output.Machine;
import org.sotto.bench.output.Report;

/** Sizes and times of all samples in all layouts, and the copies beside them. */
public final class CodecBenchReport implements Report {
  /**
   * One sample in one layout; times are averages.
   *
   * @param decodeNanos to new arrays
   * @param decodeReusedNanos to arrays that are used again, null where that is not on offer
   */
  public record Row(
      String value,
      String profile,
      int bytes,
      double encodeNanos,
      double decodeNanos,
      @Nullable Double decodeReusedNanos) {}

  /** Copies of one size. */
  public record Copy(int bytes, double copyNanos, double copyToNewNanos) {}

  private final List<Row> rows;
  private final List<Copy> copies;

  private CodecBenchReport(List<Row> rows, List<Copy> copies) {
    this.rows = rows;
    this.copies = copies;
  }

  /**
   * Runs the benchmarks in a forked JVM.
   *
   * @param smoke for a short look instead of figures
   */
  public static CodecBenchReport measure(boolean smoke) throws RunnerException {
    TimeValue time = TimeValue.milliseconds(smoke ? 20 : 150);
    Collection<RunResult> results =
        new Runner(
                new OptionsBuilder()
                    .include(CodecBenchmark.class.getName() + "\\.")
                    .include(ReuseBenchmark.class.getName() + "\\.")
                    .include(CopyBenchmark.class.getName() + "\\.")
                    .forks(smoke ? 0 : 1)
                    .warmupIterations(smoke ? 1 : 3)
                    .warmupTime(time)
                    .measurementIterations(smoke ? 1 : 3)
                    .measurementTime(time)
                    .jvmArgsAppend(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-XX:+UseParallelGC",
                        "-Xms384m",
                        "-Xmx384m",
                        "-XX:+AlwaysPreTouch")
                    .verbosity(VerboseMode.SILENT)
                    .build())
            .run();
    Map<String, Double> times = new TreeMap<>();
    for (RunResult result : results) {
      var parameters = result.getParams();
      String name = parameters.getBenchmark();
      String key =
          parameters.getParam("sample") == null
              ? parameters.getParam("bytes")
              : parameters.getParam("sample") + " " + parameters.getParam("layout");
      times.put(
          key + " " + name.substring(name.lastIndexOf('.') + 1),
          result.getPrimaryResult().getScore());
    }
    return of(times);
  }

  private static CodecBenchReport of(Map<String, Double> times) {
    List<Row> rows = new ArrayList<>();
    for (Sample sample : Sample.values()) {
      for (Layout layout : Layout.values()) {
        String key = sample + " " + layout + " ";
        rows.add(
            new Row(
                sample.name().toLowerCase(Locale.ROOT),
                layout.name().toLowerCase(Locale.ROOT),
                layout.codec().encodedLength(sample.value()),
                times.getOrDefault(key + "encode", Double.NaN),
                times.getOrDefault(key + "decode", Double.NaN),
                times.get(key + "decodeReused")));
      }
    }
    List<Copy> copies = new ArrayList<>();
    for (int bytes : new int[] {125_000, 2_000_000, 4_000_000, 8_000_000}) {
      copies.add(
          new Copy(
              bytes,
              times.getOrDefault(bytes + " copy", Double.NaN),
              times.getOrDefault(bytes + " copyToNew", Double.NaN)));
    }
    return new CodecBenchReport(rows, copies);
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", Machine.describe());
    json.put("values", rows);
    json.put("copies", copies);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> table = new ArrayList<>();
    table.add(
        List.of("value", "profile", "bytes", "encodeNanos", "decodeNanos", "decodeReusedNanos"));
    for (Row row : rows) {
      table.add(
          List.of(row.value(), row.profile(), row.bytes(), row.encodeNanos(), row.decodeNanos()));
    }
    return table;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(Machine.describe()).append("\n\n");
    text.append(
        String.format(
            Locale.ROOT,
            "%-16s %-8s %9s %13s %13s %13s%n",
            "value",
            "profile",
            "bytes",
            "encode ns",
            "decode ns",
            "to reused ns"));
    for (Row row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-16s %-8s %9d %13.1f %13.1f %13s%n",
              row.value(),
              row.profile(),
              row.bytes(),
              row.encodeNanos(),
              row.decodeNanos(),
              row.decodeReusedNanos() == null
                  ? ""
                  : String.format(Locale.ROOT, "%.1f", row.decodeReusedNanos())));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%n%-16s %9s %13s %13s%n",
            "System.arraycopy",
            "bytes",
            "ns",
            "to new ns"));
    for (Copy copy : copies) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-16s %9d %13.1f %13.1f%n",
              "",
              copy.bytes(),
              copy.copyNanos(),
              copy.copyToNewNanos()));
    }
    return text.toString();
  }
}
