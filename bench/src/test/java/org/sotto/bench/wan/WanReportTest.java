package org.sotto.bench.wan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sotto.net.link.LinkProfile;

/** What the report makes of given times. */
final class WanReportTest {
  private static final WanPlan PLAN = WanPlan.full(LinkProfile.parse("wan,flow=100Mbit"), 64 << 20);

  private static WanReport report(double[] fixed, double... automatic) {
    List<WanRow.Transfer> rows = new ArrayList<>();
    for (int i = 0; i < fixed.length; i++) {
      rows.add(row(1 << i, 1, fixed[i]));
    }
    for (int i = 0; i < automatic.length; i++) {
      rows.add(row(0, i + 1, automatic[i]));
    }
    return new WanReport(PLAN, rows, List.of(), List.of(), List.of());
  }

  private static WanRow.Transfer row(int flows, int transfer, double seconds) {
    return new WanRow.Transfer("flows", flows, transfer, 16 << 20, PLAN.bytes(), seconds, 1);
  }

  @Test
  void theFewestFlowsThatAreAsGoodAsTheBestAreAdvised() {
    assertThat(report(new double[] {8, 4, 2, 1.05, 1}).advice())
        .isEqualTo("Set: SessionOptions.withFlows(8).");
    assertThat(report(new double[] {1, 1.02, 0.95}).advice())
        .isEqualTo("Set: SessionOptions.withFlows(1).");
  }

  @Test
  void theAutomaticCountIsJudgedByTheTransferFromWhichItStaysGood() {
    double[] fixed = {8, 4, 2};
    assertThat(report(fixed, 8, 2.1, 5, 2.1, 2).advice())
        .contains("withFlows(4), or nothing if a session sends 256 MiB and more")
        .endsWith("from transfer 4 on.");
    assertThat(report(fixed, 2, 2, 2).advice()).endsWith("from its first transfer on.");
    assertThat(report(fixed, 2, 2, 4).advice()).endsWith("did not come to it in 192 MiB.");
  }

  @Test
  void goodputSpeedUpAndRatioArePrinted() {
    String text = report(new double[] {8, 4}).text();
    // 64 MiB in 4 s are 134.2 Mbit/s.
    assertThat(text).containsPattern("(?m)^2 +4\\.000 +134 +2\\.00 +1\\.000 +4\\.00$");
    assertThat(text.lines().toList().getLast()).startsWith("Set: ");
  }

  @Test
  void percentilesAreThoseOfTheSortedTimes() {
    List<Double> seconds = IntStream.rangeClosed(1, 200).mapToObj(i -> (201 - i) / 1000.0).toList();
    WanRow.Latency latency = new WanRow.Latency("alone", seconds, 0.2);
    assertThat(latency.percentile(50)).isEqualTo(0.1, within(1e-9));
    assertThat(latency.percentile(99)).isEqualTo(0.198, within(1e-9));
    assertThat(latency.percentile(100)).isEqualTo(0.2, within(1e-9));
    assertThat(latency.within()).isTrue();
    assertThat(new WanRow.Latency("alone", seconds, 0.1999).within()).isFalse();
  }

  @Test
  void theLimitOfARoundTripHasDelayJitterAndSlots() {
    assertThat(BesideBulk.limitSeconds(LinkProfile.WAN)).isEqualTo(0.065, within(1e-9));
    assertThat(BesideBulk.limitSeconds(LinkProfile.MOBILE))
        .isEqualTo(0.050 + 0.010 + 0.010 + 0.005, within(1e-9));
  }

  @Test
  void theLinksFiguresGiveAFlowCount() {
    assertThat(PLAN.flowsByFigures()).isEqualTo(10);
    assertThat(WanPlan.full(LinkProfile.WAN, 1 << 20).flowsByFigures()).isEqualTo(1);
    assertThat(WanPlan.full(LinkProfile.parse("wan,flow=1Mbit"), 1 << 20).flowsByFigures())
        .isEqualTo(16);
  }
}
