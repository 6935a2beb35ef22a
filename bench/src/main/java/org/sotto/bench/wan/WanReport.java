package org.sotto.bench.wan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.sotto.bench.output.ByteSize;
import org.sotto.bench.output.Machine;
import org.sotto.bench.output.Report;

/**
 * What the experiments measured; lists of those that did not run are empty.
 *
 * @param flows transfers over fixed flows, then the automatic count's
 * @param messages transfers in messages of several sizes
 * @param rounds of small messages
 * @param beside round trips alone and beside bulk
 */
public record WanReport(
    WanPlan plan,
    List<WanRow.Transfer> flows,
    List<WanRow.Transfer> messages,
    List<WanRow.Rounds> rounds,
    List<WanRow.Latency> beside)
    implements Report {
  /** A count is as good as the best if it loses less than this part; as sessions judge it. */
  private static final double AS_GOOD = 1.1;

  /** What to set, from what was measured if flows were, else from the link's figures. */
  String advice() {
    List<WanRow.Transfer> fixed = flows.stream().filter(row -> row.flows() > 0).toList();
    if (fixed.isEmpty()) {
      return "Set: SessionOptions.withFlows("
          + plan.flowsByFigures()
          + ") by the link's figures alone; --experiment flows measures it.";
    }
    double best = fixed.stream().mapToDouble(WanRow.Transfer::measuredSeconds).min().orElseThrow();
    int set =
        fixed.stream()
            .filter(row -> row.measuredSeconds() <= best * AS_GOOD)
            .mapToInt(WanRow.Transfer::flows)
            .min()
            .orElseThrow();
    return "Set: SessionOptions.withFlows(" + set + ")" + automatic(best) + ".";
  }

  private String automatic(double best) {
    List<WanRow.Transfer> grown = flows.stream().filter(row -> row.flows() == 0).toList();
    if (grown.isEmpty()) {
      return "";
    }
    if (grown.getLast().measuredSeconds() > best * AS_GOOD) {
      return "; the automatic count did not come to it in "
          + ByteSize.text(grown.size() * plan.bytes());
    }
    int from = grown.size();
    while (from > 1 && grown.get(from - 2).measuredSeconds() <= best * AS_GOOD) {
      from--;
    }
    return from == 1
        ? ", or nothing: the automatic count is as good from its first transfer on"
        : ", or nothing if a session sends "
            + ByteSize.text(from * plan.bytes())
            + " and more: the automatic count is as good from transfer "
            + from
            + " on";
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("machine", Machine.describe());
    json.put("link", plan.link().toString());
    json.put("bytes", plan.bytes());
    json.put("flows", flows);
    json.put("messages", messages);
    json.put("rounds", rounds);
    json.put("beside", beside.stream().map(WanReport::latency).toList());
    json.put("advice", advice());
    return json;
  }

  private static Map<String, Object> latency(WanRow.Latency row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("setting", row.setting());
    json.put("roundTrips", row.secondsEach().size());
    json.put("p50Seconds", row.percentile(50));
    json.put("p99Seconds", row.percentile(99));
    json.put("maxSeconds", row.percentile(100));
    json.put("limitSeconds", row.limitSeconds());
    json.put("within", row.within());
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> table = new ArrayList<>();
    table.add(WanRow.COLUMNS);
    Stream.of(flows, messages, rounds, beside)
        .<WanRow>flatMap(List::stream)
        .forEach(row -> table.addAll(row.csv()));
    return table;
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    line(text, "Link %s, emulated between parties of this JVM on loopback TCP", plan.link());
    line(text, "%s", Machine.describe());
    if (!rounds.isEmpty()) {
      roundsTable(text);
    }
    if (!flows.isEmpty()) {
      flowsTable(text);
    }
    if (!messages.isEmpty()) {
      messagesTable(text);
    }
    if (!beside.isEmpty()) {
      besideTable(text);
    }
    text.append('\n');
    line(text, "measured / predicted: CostModel's prediction is 1.00 and knows no compute; well");
    line(text, "above it, this machine or what else runs on it was the limit and not the link.");
    return text + advice();
  }

  private void roundsTable(StringBuilder text) {
    line(text, "%nRounds: three parties, each sends %d B to both others", WanPlan.ROUND_BYTES);
    line(
        text,
        "%-9s %7s %10s %11s %6s %13s %14s %10s %9s",
        "carriage",
        "rounds",
        "measured s",
        "predicted s",
        "ratio",
        "ms per round",
        "predicted ms",
        "median ms",
        "worst ms");
    for (WanRow.Rounds row : rounds) {
      line(
          text,
          "%-9s %7d %10.3f %11.3f %6.2f %13.3f %14.3f %10.3f %9.3f",
          row.carriage(),
          row.rounds(),
          row.measuredSeconds(),
          row.predictedSeconds(),
          row.ratio(),
          1e3 * row.measuredSeconds() / row.rounds(),
          1e3 * row.predictedSeconds() / row.rounds(),
          1e3 * row.medianRoundSeconds(),
          1e3 * row.worstRoundSeconds());
    }
  }

  private void flowsTable(StringBuilder text) {
    line(
        text,
        "%nFlows: %s one way; of fixed counts the better of two transfers",
        ByteSize.text(plan.bytes()));
    line(
        text,
        "%-14s %10s %8s %8s %11s %6s",
        "flows",
        "measured s",
        "Mbit/s",
        "speed-up",
        "predicted s",
        "ratio");
    double one = flows.getFirst().measuredSeconds();
    for (WanRow.Transfer row : flows) {
      line(
          text,
          "%-14s %10.3f %8.0f %8.2f %11.3f %6.2f",
          row.flows() == 0 ? "automatic, " + row.transfer() : "" + row.flows(),
          row.measuredSeconds(),
          row.goodputMbit(),
          one / row.measuredSeconds(),
          row.predictedSeconds(),
          row.ratio());
    }
  }

  private void messagesTable(StringBuilder text) {
    line(
        text,
        "%nMessages: %s one way over %d flows; one of up to 64 KiB keeps to one flow",
        ByteSize.text(plan.bytes()),
        messages.getFirst().flows());
    line(
        text,
        "%-9s %9s %10s %8s %11s %6s",
        "message",
        "messages",
        "measured s",
        "Mbit/s",
        "predicted s",
        "ratio");
    for (WanRow.Transfer row : messages) {
      line(
          text,
          "%-9s %9d %10.3f %8.0f %11.3f %6.2f",
          ByteSize.text(row.messageBytes()),
          (row.bytes() + row.messageBytes() - 1) / row.messageBytes(),
          row.measuredSeconds(),
          row.goodputMbit(),
          row.predictedSeconds(),
          row.ratio());
    }
  }

  private void besideTable(StringBuilder text) {
    line(text, "%nRound trips of %d B, in ms", WanPlan.ROUND_BYTES);
    line(text, "%-27s %6s %8s %8s %8s %8s", "session", "trips", "p50", "p99", "max", "limit");
    for (WanRow.Latency row : beside) {
      line(
          text,
          "%-27s %6d %8.2f %8.2f %8.2f %8.2f%s",
          row.setting(),
          row.secondsEach().size(),
          1e3 * row.percentile(50),
          1e3 * row.percentile(99),
          1e3 * row.percentile(100),
          1e3 * row.limitSeconds(),
          row.within() ? "" : "  ABOVE");
    }
    line(text, "limit: round trip, jitter, slots and 5 ms");
    if (beside.stream().anyMatch(row -> row.setting().endsWith("alone") && !row.within())) {
      line(text, "a session alone is above it: this machine is busy, and the others say little");
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // its annotation would be a dependency more
  private static void line(StringBuilder text, String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }
}
