package org.sotto.bench.wan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sotto.bench.cost.LinkLoad;
import org.sotto.bench.cost.PartyCost;
import org.sotto.bench.output.Report;

/**
 * What an operation took on an emulated link, beside what was predicted.
 *
 * @param machine what it ran on; empty in virtual time
 * @param parties each party's cost, key exchange included
 * @param measuredSeconds of the slowest party, key exchange included, opening the session not; in
 *     real time the median of warm runs
 * @param predictedSeconds by {@link org.sotto.net.link.CostModel}, without compute
 * @param computeSeconds what the same takes this machine without a link; 0 in virtual time
 * @param correct whether every party's answer equals the plaintext's
 */
public record WanOperationReport(
    WanOperation run,
    String machine,
    List<PartyCost> parties,
    LinkLoad load,
    double measuredSeconds,
    double predictedSeconds,
    double computeSeconds,
    boolean correct)
    implements Report {

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("op", run.operation().label());
    json.put("n", run.n());
    json.put("profile", label(run.profile()));
    json.put("adder", run.adder().label());
    json.put("link", run.link().toString());
    json.put("time", time());
    if (!run.virtual()) {
      json.put("machine", machine);
    }
    json.put("measuredSeconds", measuredSeconds);
    json.put("predictedSeconds", predictedSeconds);
    json.put("rounds", load.rounds());
    json.put("bytes", load.bytes());
    json.put("flows", run.flows());
    json.put("computeSeconds", computeSeconds);
    json.put("correct", correct);
    json.put("parties", parties);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    return List.of(
        List.of(
            "op",
            "n",
            "profile",
            "adder",
            "link",
            "time",
            "flows",
            "rounds",
            "bytes",
            "measuredSeconds",
            "predictedSeconds",
            "computeSeconds",
            "correct"),
        List.of(
            run.operation().label(),
            run.n(),
            label(run.profile()),
            run.adder().label(),
            run.link(),
            time(),
            run.flows(),
            load.rounds(),
            load.bytes(),
            measuredSeconds,
            predictedSeconds,
            computeSeconds,
            correct));
  }

  @Override
  public String text() {
    String head =
        String.format(
            Locale.ROOT,
            """
            %s, n = %d, profile %s, adder %s, %d flow%s: answer %s
            link %s, emulated between parties of this JVM in %s time%s
            %d rounds, %d bytes in the busiest direction, key exchange included
            measured %.6f s, predicted %.6f s, ratio %.3f\
            """,
            run.operation().label(),
            run.n(),
            label(run.profile()),
            run.adder().label(),
            run.flows(),
            run.flows() == 1 ? "" : "s",
            correct ? "equals the plaintext" : "WRONG",
            run.link(),
            time(),
            machine.isEmpty() ? "" : ", " + machine,
            load.rounds(),
            load.bytes(),
            measuredSeconds,
            predictedSeconds + computeSeconds,
            measuredSeconds / (predictedSeconds + computeSeconds));
    return run.virtual()
        ? head + "; no compute in either"
        : head
            + String.format(
                Locale.ROOT,
                "%npredicted: %.6f s for the link and %.6f s of compute, as without a link;"
                    + " medians",
                predictedSeconds,
                computeSeconds);
  }

  private String time() {
    return run.virtual() ? "virtual" : "real";
  }

  private static String label(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
