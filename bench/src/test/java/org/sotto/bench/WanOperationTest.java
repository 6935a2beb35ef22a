package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.bench.cost.Operation;
import org.sotto.net.link.LinkProfile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sotto wan OP}. */
final class WanOperationTest {
  private static JsonNode json(String line) {
    CommandRun run = CommandRun.of((line + " --format json").split(" "));
    assertThat(run.code()).as(run.err()).isZero();
    JsonNode json = JsonMapper.shared().readTree(run.out());
    assertThat(json.get("correct").asBoolean()).isTrue();
    return json;
  }

  private static List<String> links() {
    return LinkProfile.NAMED.stream().map(LinkProfile::name).toList();
  }

  @ParameterizedTest
  @MethodSource("links")
  void theModelPredictsEveryNamedLinkToTenPercent(String link) {
    for (int n : new int[] {1, 1000}) {
      for (String adder : List.of("ripple", "prefix")) {
        JsonNode json =
            json("wan eval-less-than --virtual --n " + n + " --adder " + adder + " --link " + link);
        double measured = json.get("measuredSeconds").asDouble();
        assertThat(json.get("predictedSeconds").asDouble())
            .as("%s, n = %d, %s", link, n, adder)
            .isCloseTo(measured, within(0.1 * measured));
        assertThat(json.get("rounds").asLong()).isGreaterThanOrEqualTo(10);
        assertThat(json.get("bytes").asLong()).isPositive();
        assertThat(json.get("flows").asInt()).isEqualTo(1);
      }
    }
  }

  @Test
  void twoVirtualRunsPrintTheSame() {
    String line = "wan eval-less-than --n 100 --link mobile --virtual --format ";
    for (String format : List.of("json", "text", "csv")) {
      CommandRun first = CommandRun.of((line + format).split(" "));
      CommandRun second = CommandRun.of((line + format).split(" "));
      assertThat(first.code()).as(first.err()).isZero();
      assertThat(first.out()).isEqualTo(second.out()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Operation.class)
  void roundsAreThoseOfCostAndTheLinkTakesItsDelayForEach(Operation operation) {
    String op = operation.label();
    JsonNode wan = json("wan " + op + " --n 65 --link lab --rtt 20 --rate 1e12 --virtual");
    CommandRun cost = CommandRun.of("cost", op, "--n", "65", "--format", "json");
    JsonNode parties = JsonMapper.shared().readTree(cost.out()).get("parties");
    long rounds = wan.get("rounds").asLong();
    assertThat(Stream.of(0, 1, 2).mapToLong(i -> parties.get(i).get("rounds").asLong()).max())
        .hasValue(rounds);
    assertThat(wan.get("parties")).isEqualTo(withoutFormula(parties, wan.get("parties")));
    assertThat(wan.get("measuredSeconds").asDouble()).isCloseTo(rounds * 0.01, within(1e-6));
    assertThat(wan.get("predictedSeconds").asDouble()).isCloseTo(rounds * 0.01, within(1e-6));
  }

  /** The rows of cost with the names of the others only. */
  private static JsonNode withoutFormula(JsonNode cost, JsonNode like) {
    List<String> names = List.copyOf(like.get(0).propertyNames());
    var rows = JsonMapper.shared().createArrayNode();
    cost.forEach(
        row -> {
          var kept = rows.addObject();
          names.forEach(name -> kept.set(name, row.get(name)));
        });
    return rows;
  }

  @Test
  void figuresOfTheLinkHaveOptionsOfTheirOwn() {
    JsonNode json =
        json("wan open --link wan --rtt 8 --rate 50000000 --flow-rate 5Mbit --virtual --n 100000");
    assertThat(json.get("link").asString())
        .isEqualTo("wan,rtt=8ms,jitter=0ms,rate=50Mbit,flow=5Mbit,stalls=none,slots=none");
    // 400 kB in one message at 5 Mbit/s.
    double measured = json.get("measuredSeconds").asDouble();
    assertThat(measured).isBetween(0.64, 0.70);
    assertThat(json.get("predictedSeconds").asDouble()).isCloseTo(measured, within(0.05));
  }

  @Test
  void flowsShareALargeMessage() {
    String line = "wan open --link lab,rtt=8ms,rate=100Mbit,flow=10Mbit --virtual --n 1000000";
    JsonNode one = json(line);
    JsonNode four = json(line + " --flows 4");
    assertThat(four.get("flows").asInt()).isEqualTo(4);
    assertThat(four.get("bytes").asLong()).isGreaterThan(4_000_000);
    double measured = four.get("measuredSeconds").asDouble();
    assertThat(measured).isLessThan(one.get("measuredSeconds").asDouble() / 2);
    assertThat(four.get("predictedSeconds").asDouble())
        .isCloseTo(measured, within(0.25 * measured));
  }

  @Test
  void realTimeIsAtLeastTheLinksAndHasComputeBeside(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("wan.json");
    JsonNode json = json("wan less-than --n 10 --link lab,rtt=20ms,rate=1Gbit --json " + file);
    double predicted = json.get("predictedSeconds").asDouble();
    assertThat(predicted).isGreaterThan(0.03);
    assertThat(json.get("measuredSeconds").asDouble()).isBetween(0.95 * predicted, 60.0);
    assertThat(json.get("computeSeconds").asDouble()).isPositive();
    assertThat(json.get("time").asString()).isEqualTo("real");
    assertThat(JsonMapper.shared().readTree(Files.readString(file))).isEqualTo(json);
  }

  @ParameterizedTest
  @CsvSource({"bincode,parity", "kryo,parity", "tagged,prefix", "compact,parity"})
  void everyLayoutAndProtocolRuns(String profile, String adder) {
    JsonNode json =
        json("wan eval-less-than --n 3 --virtual --profile " + profile + " --adder " + adder);
    double measured = json.get("measuredSeconds").asDouble();
    assertThat(json.get("predictedSeconds").asDouble()).isCloseTo(measured, within(0.1 * measured));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense|operation: expected one of [eval-less-than",
        "less-than --link mars|link: expected one of lan, metro",
        "less-than --link mars --rtt 5|link: expected one of lan, metro",
        "less-than --rtt soon|expected a time",
        "less-than --rate fast|expected a rate",
        "less-than --flow-rate -1|expected a rate",
        "less-than --rate 0|expected a rate of 1bit",
        "less-than --flows 0|--flows: expected 1 to 16, got 0",
        "less-than --flows 17|--flows: expected 1 to 16, got 17",
        "less-than --n -1|--n: expected 0 to",
        "less-than and|Unmatched argument",
        "lift --adder parity --virtual|expected the operation eval-less-than or less-than",
        "less-than --quick|--quick: expected no operation beside it",
        "less-than --experiment flows|--experiment: expected no operation beside it",
        "less-than --bytes 1MiB|--bytes: expected no operation beside it",
        "--n 5|--n: expected an operation before it",
        "--virtual|--virtual: expected an operation before it",
        "--quick --flows 4|--flows: expected an operation before it",
      })
  void wrongUsageIsNamedBeforeAnythingRuns(String line, String complaint) {
    CommandRun run = CommandRun.of(("wan " + line).split(" "));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(complaint);
    assertThat(run.out()).isEmpty();
  }
}
