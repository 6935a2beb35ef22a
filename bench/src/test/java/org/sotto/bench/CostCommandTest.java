package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.Operation;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;
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
      assertThat(party.get("payloadSent").asInt() - party.get("setupPayloadSent").asInt())
          .isLessThanOrEqualTo(60);
      assertThat(party.get("payloadReceived").asInt()).isPositive();
      assertThat(party.get("rounds").asInt()).isLessThanOrEqualTo(17);
      assertThat(party.get("messages").asInt()).isPositive();
      assertThat(party.get("wireSent").asInt()).isLessThanOrEqualTo(150 + 75); // the key exchange
      assertThat(party.get("wireReceived").asInt()).isLessThanOrEqualTo(150);
    }
    for (JsonNode prediction : report.get("predicted")) {
      assertThat(prediction.get("link").asString()).isNotEmpty();
      assertThat(prediction.get("seconds").asDouble()).isPositive();
    }
  }

  @Test
  void predictionsFollowFromRoundsAndTheBusiestDirection() {
    JsonNode report = json("cost", "and", "--n", "800000", "--format", "json");
    long rounds = 0;
    long bytes = 0;
    for (JsonNode party : report.get("parties")) {
      rounds = Math.max(rounds, party.get("rounds").asLong());
    }
    for (JsonNode party : report.get("phases")) {
      for (JsonNode link : party.get("links")) {
        bytes = Math.max(bytes, link.get("wireSent").asLong());
      }
    }
    assertThat(bytes).isGreaterThan(100_000); // a bit a value
    String[] links = {"LAN", "METRO", "CONTINENT", "WAN", "MOBILE"};
    double[] delays = {0.0001, 0.0055, 0.0175, 0.030, 0.02625};
    double[] rates = {10e9, 10e9, 1e9, 1e9, 50e6};
    for (int i = 0; i < links.length; i++) {
      JsonNode prediction = report.get("predicted").get(i);
      assertThat(prediction.get("link").asString()).isEqualTo(links[i]);
      assertThat(prediction.get("seconds").asDouble())
          .isCloseTo(rounds * delays[i] + 8 * bytes / rates[i], within(1e-9));
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

  static Stream<String> operations() {
    return Operation.labels().stream();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void everyOperationIsRightAndCostsItsFormula(String operation) {
    for (String adder : AdderChoice.labels()) {
      if (adder.equals("parity")) {
        continue;
      }
      for (String n : new String[] {"0", "1", "63", "64", "65"}) {
        JsonNode report = json("cost", operation, "--n", n, "--adder", adder, "--format", "json");
        assertThat(report.get("correct").asBoolean()).as("%s, n = %s", adder, n).isTrue();
        assertThat(report.get("formula").asString()).isEqualTo("equal");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"lan,1000000", "wan,1"})
  void autoTakesTheStrategyThatSuitsTheLink(String link, int n) {
    Operation less = Operation.LESS_THAN;
    CostModel model = CostModel.of(LinkProfile.named(link));
    String chosen = AdderChoice.of("auto", less, n, () -> model).label();
    assertThat(chosen).isEqualTo(n == 1 ? "one-round" : "chain-4");
    JsonNode report = json("cost", "and", "--adder", "auto", "--link", link, "--format", "json");
    assertThat(report.get("correct").asBoolean()).isTrue();
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
