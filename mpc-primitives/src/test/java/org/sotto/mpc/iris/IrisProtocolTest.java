package org.sotto.mpc.iris;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.function.Function;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.BitVec;
import org.sotto.codec.TaggedCodec;
import org.sotto.mpc.CostFormula;
import org.sotto.mpc.MessagePlan;
import org.sotto.mpc.Ring;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.ThreePartyRun;
import org.sotto.mpc.parity.ParityIris;
import org.sotto.net.CostLedger;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

final class IrisProtocolTest {
  private static final long SEED = 0x5077_000BL;

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

  private record Outcome(DistanceShares distances, BitVec bits, CostLedger ledger) {}

  private static List<Outcome> run(
      Case given,
      SessionOptions options,
      Function<Session, ThreeParty> setUp,
      Function<ThreeParty, IrisProtocol> protocol) {
    List<GaloisShares[]> entries = given.entries().stream().map(GaloisShares::share).toList();
    return run(given, entries, options, setUp, protocol);
  }

  private static List<Outcome> run(
      Case given,
      List<GaloisShares[]> entries,
      SessionOptions options,
      Function<Session, ThreeParty> setUp,
      Function<ThreeParty, IrisProtocol> protocol) {
    GaloisShares[] query = GaloisShares.share(given.query());
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
              return new Outcome(distances, iris.lessThan(distances, threshold), session.costs());
            }
          });
    }
  }

  /** The shared distances are exact, not merely on the right side of the threshold. */
  private static void assertDistances(Case given, List<Outcome> outcomes) {
    List<DistanceShares> shared = outcomes.stream().map(Outcome::distances).toList();
    Ring ring = shared.getFirst().code().ring();
    List<IrisDistance> plain = given.entries().stream().map(given.query()::distance).toList();
    assertThat(ThreePartyRun.reconstruct(shared.stream().map(DistanceShares::code).toList()))
        .isEqualTo(plain.stream().mapToLong(d -> ring.of(d.code())).toArray());
    assertThat(ThreePartyRun.reconstruct(shared.stream().map(DistanceShares::mask).toList()))
        .isEqualTo(plain.stream().mapToLong(IrisDistance::mask).toArray());
  }

  @ParameterizedTest
  @CsvSource({
    "PREFIX,0",
    "PREFIX,1",
    "RIPPLE,1",
    "PREFIX,2",
    "PREFIX,31",
    "PREFIX,63",
    "RIPPLE,64",
    "PREFIX,65",
    "PREFIX,1000"
  })
  void oursAnswersAsThePlaintextAndCostsWhatItsFormulaSays(Strategy strategy, int n) {
    Case given = Case.of(n);
    MessagePlan plan = CostFormula.setUp().then(CostFormula.evalLessThan(strategy)).plan(n);
    List<Outcome> outcomes =
        run(
            given,
            SessionOptions.defaults(),
            ThreeParty::setUp,
            mpc -> new ReplicatedIris(mpc, strategy));
    assertDistances(given, outcomes);
    for (int party = 0; party < 3; party++) {
      Outcome outcome = outcomes.get(party);
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
    assertDistances(given, outcomes);
    for (Outcome outcome : outcomes) {
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

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void largeBatchesLoadAllPartiesAlike(Strategy strategy) {
    int n = 3000;
    IrisGenerator generator = new IrisGenerator(SEED);
    IrisTemplate query = generator.person();
    IrisTemplate entry = generator.capture(query, 0.2);
    Case given = new Case(query, Collections.nCopies(n, entry));
    GaloisShares[] shares = GaloisShares.share(entry);
    List<Outcome> outcomes =
        run(
            given,
            Collections.nCopies(n, shares),
            SessionOptions.defaults(),
            ThreeParty::setUp,
            mpc -> new ReplicatedIris(mpc, strategy));
    MessagePlan plan = CostFormula.setUp().then(CostFormula.evalLessThan(strategy)).plan(n);
    LongSummaryStatistics sent = new LongSummaryStatistics();
    for (int party = 0; party < 3; party++) {
      long payload = outcomes.get(party).ledger().sum().payloadSent();
      assertThat(payload).isEqualTo(plan.payloadSent(party));
      sent.accept(payload);
    }
    assertThat(sent.getMax() - sent.getMin()).isLessThanOrEqualTo(sent.getMax() * 3 / 100);
    assertThat(outcomes).extracting(Outcome::bits).containsOnly(given.plainMatches());
  }
}
