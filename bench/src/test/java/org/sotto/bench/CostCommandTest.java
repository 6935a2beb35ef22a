package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class CostCommandTest {
  private static JsonNode json(String... args) {
    CommandRun run = CommandRun.of(args);
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    return new JsonMapper().readTree(run.out());
  }

  @Test
  void oneComparisonStaysBelowItsBytesAndRounds() {
    JsonNode report =
        json("cost", "eval-less-than", "--n", "1", "--adder", "prefix", "--format", "json");
    assertThat(report.get("op").asString()).isEqualTo("eval-less-than");
    assertThat(report.get("n").asInt()).isEqualTo(1);
    assertThat(report.get("profile").asString()).isEqualTo("compact");
    assertThat(report.get("adder").asString()).isEqualTo("prefix");
    assertThat(report.get("formula").asString()).isEqualTo("equal");
    assertThat(report.get("parties")).hasSize(3);
    for (JsonNode party : report.get("parties")) {
      assertThat(party.get("payloadSent").asInt()).isLessThanOrEqualTo(60);
      assertThat(party.get("payloadReceived").asInt()).isPositive();
      assertThat(party.get("rounds").asInt()).isLessThanOrEqualTo(17);
      assertThat(party.get("messages").asInt()).isPositive();
      assertThat(party.get("wireSent").asInt()).isLessThanOrEqualTo(150);
      assertThat(party.get("wireReceived").asInt()).isLessThanOrEqualTo(150);
    }
    for (JsonNode prediction : report.get("predicted")) {
      assertThat(prediction.get("link").asString()).isNotEmpty();
      assertThat(prediction.get("seconds").asDouble()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"ripple,23,54", "prefix,36,17"})
  void largeBatchesStayBelowTheirBytesAndRounds(String adder, int bytes, int rounds) {
    int n = 8192;
    JsonNode report =
        json("cost", "eval-less-than", "--n", "" + n, "--adder", adder, "--format", "json");
    assertThat(report.get("correct").asBoolean()).isTrue();
    for (JsonNode party : report.get("parties")) {
      assertThat(party.get("payloadSent").asInt() / (double) n).isLessThanOrEqualTo(bytes);
      assertThat(party.get("rounds").asInt()).isLessThanOrEqualTo(rounds);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"eval-less-than", "less-than", "msb", "lift", "multiply", "and", "open"})
  void everyOperationIsRightAndCostsItsFormula(String operation) {
    for (String adder : new String[] {"ripple", "prefix"}) {
      for (String n : new String[] {"0", "1", "63", "64", "65"}) {
        JsonNode report = json("cost", operation, "--n", n, "--adder", adder, "--format", "json");
        assertThat(report.get("correct").asBoolean()).isTrue();
        assertThat(report.get("formula").asString()).isEqualTo("equal");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"bincode", "kryo", "tagged", "compact"})
  void everyLayoutRunsBothProtocols(String profile) {
    for (String adder : new String[] {"parity", "prefix"}) {
      JsonNode report =
          json(
              "cost",
              "eval-less-than",
              "--n",
              "3",
              "--profile",
              profile,
              "--adder",
              adder,
              "--transport",
              "tcp",
              "--format",
              "json");
      assertThat(report.get("correct").asBoolean()).isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cost nonsense|expected one of [eval-less-than",
        "cost eval-less-than --n -1|--n: expected 0 to",
        "cost lift --adder parity|expected the operation eval-less-than or less-than",
        "cost eval-less-than --adder sideways|sideways",
        "cost|Missing required parameter",
        "party --id 7 --parties no-such-file.yaml|cannot read it",
        "demo --query a.json|--query and --entry together",
      })
  void wrongUsageIsNamedAndExitsWith2(String line, String complaint) {
    CommandRun run = CommandRun.of(line.split(" "));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(complaint);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void csvHasAHeaderAndARowForEachParty() {
    CommandRun run = CommandRun.of("cost", "and", "--n", "10", "--format", "csv");
    assertThat(run.out().lines()).hasSize(4);
    assertThat(run.out()).startsWith("op,n,profile,adder,party,rounds,messages,payloadSentBytes");
  }
}
