package org.sotto.mpc.iris;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sotto.codec.BitVec;
import org.sotto.codec.TaggedCodec;
import org.sotto.mpc.Adder;
import org.sotto.mpc.CostFormula;
import org.sotto.mpc.MessagePlan;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.parity.ParityIris;
import org.sotto.net.CostLedger;
import org.sotto.net.Parties;
import org.sotto.net.SessionOptions;

final class IrisProtocolTest {
  private static final long SEED = 20_261_130L;

  /** One query, n entries: half of the same person, half of others. */
  private record Case(IrisTemplate query, List<IrisTemplate> entries) {
    static Case of(int n) {
      IrisGenerator generator = new IrisGenerator(SEED + n);
      IrisTemplate query = generator.person();
      List<IrisTemplate> entries = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        entries.add(i % 2 == 0 ? generator.capture(query, 0.2) : generator.person());
      }
      return new Case(query, entries);
    }

    BitVec plainMatches() {
      boolean[] bits = new boolean[entries.size()];
      for (int i = 0; i < bits.length; i++) {
        bits[i] = query.distance(entries.get(i)).lessThan(IrisDistance.THRESHOLD);
      }
      return BitVec.of(bits);
    }
  }

  private record Outcome(BitVec bits, CostLedger ledger) {}

  private static List<Outcome> run(
      Case given,
      SessionOptions options,
      Function<org.sotto.net.Session, ThreeParty> setUp,
      Function<ThreeParty, IrisProtocol> protocol) {
    GaloisShares[] query = GaloisShares.share(given.query());
    List<GaloisShares[]> entries = given.entries().stream().map(GaloisShares::share).toList();
    try (Parties parties = Parties.inMemory(3)) {
      return parties.run(
          "iris",
          options,
          session -> {
            try (ThreeParty mpc = setUp.apply(session)) {
              int self = mpc.self();
              IrisProtocol iris = protocol.apply(mpc);
              DistanceShares distances =
                  iris.evalDistance(
                      query[self].asQuery(self), entries.stream().map(e -> e[self]).toList());
              DistanceShares threshold =
                  DistanceShares.constant(
                      iris.ring(), self, IrisDistance.THRESHOLD, distances.size());
              return new Outcome(iris.lessThan(distances, threshold), session.costs());
            }
          });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PREFIX,1",
    "RIPPLE,1",
    "PREFIX,2",
    "PREFIX,31",
    "PREFIX,63",
    "RIPPLE,64",
    "PREFIX,65",
    "PREFIX,1000"
  })
  void oursAnswersAsThePlaintextAndCostsWhatItsFormulaSays(Adder adder, int n) {
    Case given = Case.of(n);
    MessagePlan plan = CostFormula.setUp().then(CostFormula.evalLessThan(adder)).plan(n);
    List<Outcome> outcomes =
        run(
            given,
            SessionOptions.defaults(),
            ThreeParty::setUp,
            mpc -> new ReplicatedIris(mpc, adder));
    for (int party = 0; party < 3; party++) {
      Outcome outcome = outcomes.get(party);
      System.out.println(outcome.ledger());
      assertThat(outcome.bits()).isEqualTo(given.plainMatches());
      assertThat(outcome.ledger().sum().payloadSent()).isEqualTo(plan.payloadSent(party));
      assertThat(outcome.ledger().sum().payloadReceived()).isEqualTo(plan.payloadReceived(party));
      assertThat(outcome.ledger().sum().messagesSent()).isEqualTo(plan.messages(party));
      assertThat(outcome.ledger().rounds()).isEqualTo(plan.rounds(party));
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2", "33", "64", "65"})
  void parityAnswersAsThePlaintext(int n) {
    Case given = Case.of(n);
    List<Outcome> outcomes =
        run(
            given,
            SessionOptions.defaults().withCodec(new TaggedCodec()),
            ThreeParty::setUpWithValues,
            ParityIris::new);
    for (Outcome outcome : outcomes) {
      System.out.println(outcome.ledger());
      assertThat(outcome.bits()).isEqualTo(given.plainMatches());
    }
    if (n == 1) {
      assertThat(outcomes)
          .extracting(o -> o.ledger().sum().payloadSent())
          .containsExactly(845L, 845L, 862L);
      assertThat(outcomes)
          .extracting(o -> o.ledger().sum().payloadReceived())
          .containsExactly(845L, 875L, 832L);
      assertThat(outcomes)
          .extracting(o -> o.ledger().sum().messagesSent())
          .containsExactly(53L, 53L, 53L);
    }
  }
}
