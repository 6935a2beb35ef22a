package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sotto.bench.demo.Demo;
import org.sotto.bench.demo.DemoReport;

/** The demonstration, with three real processes. */
final class DemoTest {
  @Test
  void threeProcessesReproduceThePullRequestsTable() throws Exception {
    PrintStream quiet =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    DemoReport report = Demo.generated(5, quiet).runWithProcesses(Sotto.class);
    System.out.println(report.text());
    assertThat(report.correct()).isTrue();

    Map<String, List<List<Object>>> byLayout = new TreeMap<>();
    for (List<Object> row : report.csv().subList(1, report.csv().size())) {
      byLayout.computeIfAbsent((String) row.get(0), l -> new ArrayList<>()).add(row);
    }
    assertThat(column(byLayout, "bincode-like", 4)).containsExactly(1389L, 1389L, 1417L);
    assertThat(column(byLayout, "bincode-like", 5)).containsExactly(1389L, 1437L, 1369L);
    assertThat(column(byLayout, "TAGGED", 4)).containsExactly(845L, 845L, 862L);
    assertThat(column(byLayout, "TAGGED", 5)).containsExactly(845L, 875L, 832L);
    assertThat(column(byLayout, "TAGGED", 3)).containsExactly(53L, 53L, 53L);
    assertThat(column(byLayout, "Sotto, prefix", 4))
        .hasSize(3)
        .allSatisfy(sent -> assertThat((long) sent).isLessThanOrEqualTo(60 + 64));
  }

  private static List<Object> column(
      Map<String, List<List<Object>>> byLayout, String layout, int column) {
    return byLayout.getOrDefault(layout, List.of()).stream().map(row -> row.get(column)).toList();
  }
}
