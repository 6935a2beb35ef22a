package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.link.LinkProfile;

/** What more flows bring where one flow cannot fill the link; in virtual time. */
@Timeout(60)
final class FlowCountTest {
  private static final LinkProfile CAPPED = LinkProfile.WAN.withFlowRate(100_000_000);
  private static final int LARGE = 64 << 20;

  private static List<Double> seconds(SessionOptions options, int transfers) {
    try (Parties parties = Parties.virtual(2, CAPPED, MeshOptions.defaults())) {
      return parties
          .run(
              "flows",
              options,
              session -> {
                List<Double> seconds = new ArrayList<>();
                for (int i = 0; i < transfers; i++) {
                  seconds.add(Rounds.transfer(session, LARGE) / 1e9);
                  Rounds.alternate(session, 2, 1);
                }
                return seconds;
              })
          .get(1);
    }
  }

  @Test
  void moreFlowsAreFasterAndTheSessionFindsHowMany() {
    double one = seconds(SessionOptions.defaults().withFlows(1), 1).getFirst();
    double best = one;
    for (int flows : new int[] {2, 4, 8, 16}) {
      double time = seconds(SessionOptions.defaults().withFlows(flows), 1).getFirst();
      System.out.printf("64 MiB over %d flows: %.3f s, %.2fx%n", flows, time, one / time);
      if (flows == 4) {
        assertThat(one / time).isGreaterThanOrEqualTo(3.5);
      }
      best = Math.min(best, time);
    }
    List<Double> learning = seconds(SessionOptions.defaults(), 6);
    System.out.println("64 MiB over flows as found: " + learning + ", best fixed " + best);
    // The first transfer finds the count; all after it have it.
    assertThat(learning.subList(1, 6)).allSatisfy(s -> assertThat(s).isEqualTo(learning.get(1)));
    assertThat(learning.getLast()).isLessThanOrEqualTo(1.15 * best);
  }

  @Test
  void howManyFlowsAreFoundIsTheSameInEveryRun() {
    assertThat(seconds(SessionOptions.defaults(), 2))
        .isEqualTo(seconds(SessionOptions.defaults(), 2));
  }
}
