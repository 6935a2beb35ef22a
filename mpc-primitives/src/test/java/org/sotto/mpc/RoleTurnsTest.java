package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class RoleTurnsTest {
  @Test
  void everyLaneHasOnePartyInEachRole() {
    for (int turn = 0; turn < 4; turn++) {
      for (int n : new int[] {0, 1, 2, 62, 63, 64, 65, 66, 1000, 1 << 20}) {
        RoleTurns turns = new RoleTurns(n, turn);
        assertThat(turns.from(0)).isZero();
        assertThat(turns.to(turns.segments() - 1)).isEqualTo(n);
        for (int role = 0; role < 3; role++) {
          int all = 0;
          for (int party = 0; party < 3; party++) {
            all += turns.lanesOf(role, party);
          }
          assertThat(all).isEqualTo(n);
        }
        for (int s = 0; s < turns.segments(); s++) {
          int segment = s;
          assertThat(IntStream.range(0, 3).map(p -> turns.role(segment, p)).boxed())
              .containsExactlyInAnyOrder(0, 1, 2);
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Strategy.class)
  void fromThreeThousandUpAllPartiesSendAlike(Strategy strategy) {
    CostFormula evalLessThan = CostFormula.evalLessThan(strategy);
    for (int n = 3000; n < 1_000_000; n += n / 7 + 1) {
      MessagePlan plan = evalLessThan.plan(n);
      long least = Long.MAX_VALUE;
      long most = 0;
      for (int party = 0; party < 3; party++) {
        least = Math.min(least, plan.payloadSent(party));
        most = Math.max(most, plan.payloadSent(party));
      }
      assertThat((most - least) / (double) most).as("n = %d", n).isLessThanOrEqualTo(0.03);
    }
  }

  @Test
  void singleComparisonsTakeTurns() {
    MessagePlan plan = new MessagePlan();
    for (int i = 0; i < 300; i++) {
      CostFormula.openLessThan(Ring.Z32, Strategy.PREFIX).addTo(plan, 1);
    }
    assertThat(plan.payloadSent(0)).isEqualTo(plan.payloadSent(1)).isEqualTo(plan.payloadSent(2));
  }
}
