package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sotto wan} on links that are quick to emulate. */
final class WanCommandTest {
  @Test
  void flowsHelpWhereEachIsCappedAndTheAdviceSaysSo(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("wan.json");
    CommandRun run =
        CommandRun.of(
            "wan",
            "--quick",
            "--experiment",
            "flows",
            "--bytes",
            "2MiB",
            "--json",
            "" + file,
            "--link",
            "lab,rtt=4ms,rate=400Mbit,flow=20Mbit");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out()).contains("Link lab,rtt=4ms").contains("automatic, 3");
    assertThat(run.out().lines().toList().getLast()).startsWith("Set: SessionOptions.withFlows(4)");

    JsonNode json = JsonMapper.shared().readTree(Files.readString(file));
    JsonNode one = json.get("flows").get(0);
    JsonNode four = json.get("flows").get(1);
    assertThat(one.get("flows").asInt()).isEqualTo(1);
    assertThat(four.get("flows").asInt()).isEqualTo(4);
    // 2 MiB at 20 Mbit/s are 0.839 s and no machine is faster than the link.
    assertThat(one.get("predictedSeconds").asDouble()).isBetween(0.84, 0.842);
    assertThat(one.get("measuredSeconds").asDouble()).isBetween(0.8, 5.0);
    assertThat(four.get("predictedSeconds").asDouble()).isBetween(0.211, 0.213);
    assertThat(four.get("measuredSeconds").asDouble()).isGreaterThan(0.2);
    assertThat(four.get("measuredSeconds").asDouble())
        .isLessThan(0.75 * one.get("measuredSeconds").asDouble());
    assertThat(json.get("rounds")).isEmpty();
    assertThat(json.get("advice").asString()).isEqualTo(run.out().lines().toList().getLast());
  }

  @Test
  void roundsTakeTheOneWayDelay() {
    CommandRun run =
        CommandRun.of(
            "wan",
            "--quick",
            "--experiment",
            "rounds",
            "--link",
            "lab,rtt=20ms,rate=1Gbit",
            "--format",
            "json");
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertThat(json.get("rounds")).hasSize(2);
    for (JsonNode row : json.get("rounds")) {
      assertThat(row.get("rounds").asInt()).isEqualTo(20);
      assertThat(row.get("bytes").asInt()).isEqualTo(20 * 64);
      assertThat(row.get("predictedSeconds").asDouble()).isBetween(0.2, 0.201);
      assertThat(row.get("measuredSeconds").asDouble()).isBetween(0.2, 2.0);
    }
    assertThat(json.get("flows")).isEmpty();
    assertThat(json.get("advice").asString()).contains("withFlows(1) by the link's figures");
  }

  @Test
  void allExperimentsRunAndCsvHasARowForEach() {
    CommandRun run =
        CommandRun.of(
            "wan",
            "--quick",
            "--bytes",
            "1MiB",
            "--link",
            "lab,rtt=2ms,rate=1Gbit",
            "--format",
            "csv");
    assertThat(run.code()).as(run.err()).isZero();
    assertThat(run.out().lines().findFirst())
        .contains("experiment,setting,bytes,rounds,measuredSeconds,predictedSeconds");
    // Two fixed counts and three transfers; 1 KiB and 1 MiB; driven and shared; 4 x p50, p99, max.
    assertThat(rows(run, "flows")).isEqualTo(5);
    assertThat(rows(run, "messages")).isEqualTo(2);
    assertThat(rows(run, "rounds")).isEqualTo(2);
    assertThat(rows(run, "beside")).isEqualTo(12);
  }

  private static long rows(CommandRun run, String experiment) {
    return run.out().lines().filter(line -> line.startsWith(experiment + ",")).count();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--link mars|link: expected one of lan, metro",
        "--link wan,flow=fast|expected a rate",
        "--experiment flow|expected one of",
        "--bytes 64MB|bytes: expected a count in B, KiB, MiB or GiB",
        "--bytes 1KiB|--bytes: expected whole KiB, 64 KiB to 16 GiB, got 1 KiB",
        "--bytes 100001|--bytes: expected whole KiB",
        "--json OUT/none/wan.json|--json: cannot write to",
      })
  void wrongUsageIsNamedBeforeAnythingRuns(String line, String complaint, @TempDir Path folder) {
    CommandRun run = CommandRun.of(("wan " + line).replace("OUT", "" + folder).split(" "));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(complaint).doesNotContain("rounds, driven");
    assertThat(run.out()).isEmpty();
  }
}
