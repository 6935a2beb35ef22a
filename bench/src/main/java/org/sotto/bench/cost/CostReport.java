package org.sotto.bench.cost;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.output.Report;
import org.sotto.mpc.CostFormula;
import org.sotto.mpc.MessagePlan;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.CostLedger;
import org.sotto.net.Parties;
import org.sotto.net.PhaseCost;
import org.sotto.net.link.LinkProfile;

/** An operation's measured cost per party, beside its formula and predictions. */
public final class CostReport implements Report {
  private static final String[] NAMES = {"alice", "bob", "charlie"};

  /**
   * One party's cost, key exchange included.
   *
   * @param cost what the ledger says
   * @param setupPayloadSent bytes of the key exchange among those sent
   * @param setupRounds its rounds among those on the critical path
   * @param formulaRounds what the formula foresees, null where there is none
   * @param formulaPayloadSent likewise
   */
  public record PartyRow(
      @JsonUnwrapped PartyCost cost,
      long setupPayloadSent,
      long setupRounds,
      @Nullable Long formulaRounds,
      @Nullable Long formulaPayloadSent) {}

  /** The time that one link would take, without compute. */
  public record Prediction(String link, double seconds) {}

  private final Operation operation;
  private final int n;
  private final Profile profile;
  private final AdderChoice adder;
  private final List<PartyRow> rows = new ArrayList<>();
  private final List<PhaseCost> phases = new ArrayList<>();
  private final LinkLoad load;
  private final boolean correct;
  private final boolean asFormula;

  private CostReport(
      Operation operation,
      int n,
      Profile profile,
      AdderChoice adder,
      List<OperationRun.Outcome> outcomes) {
    this.operation = operation;
    this.n = n;
    this.profile = profile;
    this.adder = adder;
    this.load = LinkLoad.of(outcomes.stream().map(OperationRun.Outcome::ledger).toList());
    this.correct = outcomes.stream().allMatch(OperationRun.Outcome::correct);
    MessagePlan plan =
        profile == Profile.COMPACT
            ? operation.formula(adder).map(f -> f.plan(n)).orElse(null)
            : null;
    boolean same = true;
    for (int party = 0; party < NAMES.length; party++) {
      CostLedger ledger = outcomes.get(party).ledger();
      PartyCost cost = PartyCost.of(NAMES[party], ledger);
      PhaseCost setUp = ledger.total().phase(ThreeParty.SETUP_PHASE).orElseThrow();
      rows.add(
          new PartyRow(
              cost,
              setUp.sum().payloadSent(),
              setUp.rounds(),
              plan == null ? null : plan.rounds(party),
              plan == null ? null : plan.payloadSent(party)));
      phases.add(ledger.total());
      same &=
          plan == null
              || (plan.rounds(party) == ledger.rounds()
                  && plan.messages(party) == cost.messages()
                  && plan.payloadSent(party) == cost.payloadSent()
                  && plan.payloadReceived(party) == cost.payloadReceived());
    }
    this.asFormula = same;
  }

  /**
   * Runs and measures.
   *
   * @param parties three parties, in memory or on TCP
   */
  public static CostReport measure(
      Operation operation, int n, Profile profile, AdderChoice adder, long seed, Parties parties) {
    return new CostReport(
        operation,
        n,
        profile,
        adder,
        new OperationRun(adder, n, seed)
            .run(operation, profile.options(), parties, System::nanoTime));
  }

  /** One row a party. */
  public List<PartyRow> rows() {
    return rows;
  }

  /** Whether every party's answer equals the plaintext's. */
  public boolean correct() {
    return correct;
  }

  /** Whether every party's ledger equals the {@link CostFormula}, where there is one. */
  public boolean asFormula() {
    return asFormula;
  }

  private List<Prediction> predicted() {
    return LinkProfile.NAMED.stream()
        .map(link -> new Prediction(link.name().toUpperCase(Locale.ROOT), load.seconds(link, 1)))
        .toList();
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("op", operation.label());
    json.put("n", n);
    json.put("profile", label(profile));
    json.put("adder", adder.label());
    json.put("correct", correct);
    json.put(
        "formula",
        rows.getFirst().formulaRounds() == null ? "none" : asFormula ? "equal" : "differs");
    json.put("parties", rows);
    json.put("predicted", predicted());
    json.put("phases", phases);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> table = new ArrayList<>();
    table.add(joined(List.of("op", "n", "profile", "adder"), PartyCost.COLUMNS));
    for (PartyRow row : rows) {
      table.add(
          joined(List.of(operation.label(), n, label(profile), adder.label()), row.cost().cells()));
    }
    return table;
  }

  private static List<Object> joined(List<Object> left, List<Object> right) {
    return Stream.concat(left.stream(), right.stream()).toList();
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT,
            "%s, n = %d, profile %s, adder %s: answer %s, formula %s%n",
            operation.label(),
            n,
            label(profile),
            adder.label(),
            correct ? "equals the plaintext" : "WRONG",
            rows.getFirst().formulaRounds() == null ? "none" : asFormula ? "equal" : "DIFFERS"));
    text.append(
        String.format(
            Locale.ROOT,
            "%-10s %7s %9s %14s %14s %12s %12s %14s%n",
            "party",
            "rounds",
            "messages",
            "payload sent",
            "payload recv",
            "wire sent",
            "wire recv",
            "sent per value"));
    for (PartyRow row : rows) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-10s %7d %9d %14d %14d %12d %12d %14.2f%n",
              row.cost().party(),
              row.cost().rounds(),
              row.cost().messages(),
              row.cost().payloadSent(),
              row.cost().payloadReceived(),
              row.cost().wireSent(),
              row.cost().wireReceived(),
              n == 0 ? 0.0 : (double) (row.cost().payloadSent() - row.setupPayloadSent()) / n));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "bytes; rounds (%d of them) and bytes include the key exchange, the last column does"
                + " not%n",
            rows.getFirst().setupRounds()));
    text.append("predicted without compute:");
    for (Prediction p : predicted()) {
      text.append(String.format(Locale.ROOT, "  %s %.4f s", p.link(), p.seconds()));
    }
    return text.toString();
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
