package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class MpcBenchCommandTest {
  @Test
  @Timeout(120) // About 15 s on an idle machine.
  void smokeMeasuresEachOperationOnEachLink() {
    CommandRun run = CommandRun.of("bench", "mpc", "--smoke", "--format", "json");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertThat(json.get("roundBytes").asInt()).isEqualTo(64);
    Set<String> seen = new TreeSet<>();
    for (JsonNode row : json.get("rows")) {
      for (String name :
          List.of("nanos", "worstNanos", "roundNanos", "plainRounds", "cpuNanosPerElement")) {
        assertThat(row.get(name).asDouble()).as(name).isPositive();
      }
      assertThat(row.get("plainRounds").asDouble())
          .isEqualTo(row.get("nanos").asDouble() / row.get("roundNanos").asDouble());
      seen.add(row.get("link").asString() + " " + row.get("what").asString());
    }
    assertThat(seen)
        .containsExactlyInAnyOrder(
            "plain ring-round",
            "plain open",
            "plain less-than",
            "plain multiply",
            "plain and",
            "plain dot",
            "TLS ring-round",
            "TLS open",
            "TLS less-than",
            "TLS multiply",
            "TLS and",
            "TLS dot",
            "one JVM less-than");
  }

  @Test
  @Timeout(60)
  void csvHasARowForEachLinkAndSize() {
    CommandRun run = CommandRun.of("bench", "mpc", "--smoke", "--only", "open", "--format", "csv");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(3);
    assertThat(run.out()).startsWith("link,what,how,n,nanos,");
    assertThat(run.out().lines().map(line -> line.split(",", -1).length)).containsOnly(10);
  }

  @Test
  void anUnknownOperationIsWrongUsage() {
    CommandRun run = CommandRun.of("bench", "mpc", "--smoke", "--only", "nonsense");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--only: expected one of [ring-round, ").contains("nonsense");
    assertThat(run.out()).isEmpty();
  }
}
