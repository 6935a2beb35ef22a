package org.sotto.bench.demo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.sotto.bench.cost.PartyCost;
import org.sotto.bench.output.Report;
import org.sotto.mpc.iris.IrisDistance;

/** What the demonstration measured. */
public final class DemoReport implements Report {
  /**
   * One layout's run.
   *
   * @param decrypted what the parties opened: the entry is nearer than the threshold
   * @param plaintext what the templates in the clear say
   */
  public record LayoutRow(
      String layout, boolean decrypted, boolean plaintext, List<PartyCost> parties) {}

  /** The search: entries nearer than the threshold, found on shares and in the clear. */
  public record Search(
      int entries,
      List<Integer> decrypted,
      List<Integer> plaintext,
      List<PartyCost> parties,
      double millis) {}

  private final IrisDistance distance;
  private final List<LayoutRow> layouts;
  private final Search search;
  private final boolean partiesEnded;

  DemoReport(IrisDistance distance, List<LayoutRow> layouts, Search search, boolean partiesEnded) {
    this.distance = distance;
    this.layouts = List.copyOf(layouts);
    this.search = search;
    this.partiesEnded = partiesEnded;
  }

  DemoReport withFailedParties() {
    return new DemoReport(distance, layouts, search, false);
  }

  /** Whether every answer on shares equals the plaintext's, and all parties ended well. */
  public boolean correct() {
    return partiesEnded
        && layouts.stream().allMatch(row -> row.decrypted() == row.plaintext())
        && search.decrypted().equals(search.plaintext());
  }

  @Override
  public Object json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("correct", correct());
    json.put("distance", distance.fraction());
    json.put("threshold", IrisDistance.THRESHOLD.fraction());
    json.put("layouts", layouts);
    json.put("search", search);
    return json;
  }

  @Override
  public List<List<Object>> csv() {
    List<List<Object>> table = new ArrayList<>();
    table.add(joined("layout", PartyCost.COLUMNS));
    for (LayoutRow row : layouts) {
      row.parties().forEach(cost -> table.add(joined(row.layout(), cost.cells())));
    }
    return table;
  }

  private static List<Object> joined(Object first, List<Object> rest) {
    return Stream.concat(Stream.of(first), rest.stream()).toList();
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        One insert into a database of one: eval_distance and less_than on two iris templates, by
        three processes over TCP. Payload bytes of each party, the exchange of PRF keys included.

        """);
    text.append(
        String.format(
            Locale.ROOT,
            "%-15s %7s %9s %15s %15s %15s  %s%n",
            "layout",
            "rounds",
            "messages",
            "alice sent/recv",
            "bob sent/recv",
            "charlie s/recv",
            "answer"));
    for (LayoutRow row : layouts) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-15s %7d %9d",
              row.layout(),
              most(row.parties(), PartyCost::rounds),
              most(row.parties(), PartyCost::messages)));
      for (PartyCost p : row.parties()) {
        text.append(
            String.format(Locale.ROOT, " %15s", p.payloadSent() + "/" + p.payloadReceived()));
      }
      text.append("  ").append(answer(row)).append('\n');
    }
    text.append(
        String.format(
            Locale.ROOT,
            """

            The first four rows are the protocol of worldcoin/iris-mpc at its pull request 844, the
            last three are Sotto's. Rounds: the critical path (the pull request counted messages).
            The templates differ in %.4f of their common bits; below %.3f is a match.

            A search of %d entries on shares found %s, in the clear %s: %d rounds, %d bytes sent
            by alice and %.1f ms.
            %s
            Next: ./sotto cost eval-less-than --n 1000 --adder ripple
                  ./sotto bench codec --smoke
                  ./sotto --help
            """,
            distance.fraction(),
            IrisDistance.THRESHOLD.fraction(),
            search.entries(),
            search.decrypted(),
            search.plaintext(),
            search.parties().getFirst().rounds(),
            search.parties().getFirst().payloadSent(),
            search.millis(),
            correct()
                ? "All answers equal the plaintext."
                : "AN ANSWER DIFFERS OR A PARTY FAILED."));
    return text.toString();
  }

  private static String answer(LayoutRow row) {
    return (row.decrypted() ? "match" : "no match")
        + (row.decrypted() == row.plaintext() ? " = plaintext" : " BUT PLAINTEXT DIFFERS");
  }

  private static long most(
      List<PartyCost> parties, java.util.function.ToLongFunction<PartyCost> of) {
    return parties.stream().mapToLong(of).max().orElse(0);
  }
}
