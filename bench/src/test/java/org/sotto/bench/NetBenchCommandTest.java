package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class NetBenchCommandTest {
  private static final List<String> HEADLINES =
      List.of("pingPongMicros", "plainPingPongMicros", "bulkGBps", "plainBulkGBps");
  private static final List<String> BESIDE =
      List.of(
          "pingPongP50Micros",
          "pingPongP99Micros",
          "plainPingPongP50Micros",
          "plainPingPongP99Micros",
          "bulkCpuNanosPerByte",
          "plainBulkCpuNanosPerByte");

  @Test
  @Timeout(120) // Under 60 s on an idle machine.
  void smokeHasTheNamesThatScriptsRelyOn() {
    CommandRun run = CommandRun.of("bench", "net", "--smoke", "--format", "json");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertPositive(json, HEADLINES);
    assertPositive(json, BESIDE);
    assertThat(json.get("flowCounts")).hasSize(2);
    assertThat(json.get("flowCounts").get(0).get("flows").asInt()).isEqualTo(1);
    assertThat(json.get("flowCounts").get(1).get("flows").asInt()).isEqualTo(4);
    for (JsonNode flows : json.get("flowCounts")) {
      assertPositive(flows, HEADLINES);
      assertPositive(flows, BESIDE);
      assertThat(flows.get("pingPongP50Micros").asDouble())
          .isLessThanOrEqualTo(flows.get("pingPongP99Micros").asDouble());
    }
    // Five kinds of ping; four of bulk in four sizes.
    assertThat(json.get("rows")).hasSize(5 + 4 * 4);
    for (JsonNode row : json.get("rows")) {
      for (String side : List.of("plain", "sotto")) {
        assertPositive(row.get(side), List.of("nanos", "worstNanos", "cpuNanosPerByte"));
        assertThat(row.get(side).get("p99Nanos").isNull())
            .isEqualTo(row.get("kind").asString().equals("bulk"));
      }
    }
  }

  private static void assertPositive(JsonNode json, List<String> names) {
    for (String name : names) {
      assertThat(json.get(name)).as(name).isNotNull();
      assertThat(json.get(name).asDouble()).as(name).isPositive();
    }
  }

  @Test
  void csvHasARowForEachStep() {
    CommandRun run =
        CommandRun.of("bench", "net", "--smoke", "--only", "shared, virtual", "--format", "csv");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines()).hasSize(2);
    assertThat(run.out()).startsWith("kind,session,flows,bytes,").contains("\"shared, virtual\"");
    assertThat(run.out().lines().map(line -> line.replace("d, v", "").split(",", -1).length))
        .containsOnly(16);
  }

  @Test
  void anUnknownKindIsWrongUsage() {
    CommandRun run = CommandRun.of("bench", "net", "--smoke", "--only", "nonsense");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .contains("--only: expected one of 'driven', 'driven, 4 flows'")
        .contains("got 'nonsense'");
    assertThat(run.out()).isEmpty();
  }
}
