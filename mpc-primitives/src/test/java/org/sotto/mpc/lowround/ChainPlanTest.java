package org.sotto.mpc.lowround;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sotto.mpc.lowround.ChainPlan.Output;

final class ChainPlanTest {
  /** Bits of all parties in one to four rounds, as our executable model counts what it sends. */
  @ParameterizedTest
  @CsvSource({
    "16,OPEN,558,168,72,65",
    "16,SPLIT,186,71,64,72",
    "16,REPLICATED,372,92,68,76",
    "30,OPEN,2136,392,168,137",
    "30,SPLIT,712,167,136,136",
    "30,REPLICATED,1424,223,144,140",
    "32,OPEN,2454,424,184,149",
    "32,SPLIT,818,183,148,146",
    "32,REPLICATED,1636,240,156,150",
    "48,OPEN,5796,752,317,235",
    "48,SPLIT,1932,316,234,226",
    "48,REPLICATED,3864,436,260,230",
    "64,OPEN,10644,1164,477,320",
    "64,SPLIT,3548,476,319,305",
    "64,REPLICATED,7096,674,362,312"
  })
  void signsCostWhatTheModelSends(
      int width, Output output, long one, long two, long three, long four) {
    assertThat(bits(width, 1, output)).isEqualTo(one);
    assertThat(bits(width, 2, output)).isEqualTo(two);
    assertThat(bits(width, 3, output)).isEqualTo(three);
    assertThat(bits(width, 4, output)).isEqualTo(four);
  }

  private static long bits(int width, int rounds, Output output) {
    return ChainPlan.sign(width, rounds, output).bits();
  }

  @Test
  void carriesCostWhatTheModelSends() {
    assertThat(ChainPlan.carry(16, 1).bits()).isEqualTo(212);
    assertThat(ChainPlan.carry(16, 2).bits()).isEqualTo(78);
    assertThat(ChainPlan.carry(16, 3).bits()).isEqualTo(70);
  }

  @Test
  void theLayersOfThreeRounds() {
    ChainPlan plan = ChainPlan.sign(16, 3, Output.OPEN);
    assertThat(plan.layers()).containsExactly(List.of(3, 3, 3, 3, 3));
    assertThat(plan.lastMaps()).isEqualTo(4);
    assertThat(plan.corner()).isEqualTo(1);
    assertThat(ChainPlan.sign(32, 3, Output.OPEN).layers())
        .containsExactly(List.of(3, 3, 3, 3, 3, 4, 4, 4, 4));
    assertThat(ChainPlan.sign(32, 3, Output.OPEN).corner()).isEqualTo(2);
  }

  /** All maps are in a group, and each layer has what the one before leaves. */
  @Test
  void everyPlanComposesAllMaps() {
    for (Output output : Output.values()) {
      for (int width = 2; width <= 64; width++) {
        for (int rounds = 1; rounds <= 4; rounds++) {
          ChainPlan plan;
          try {
            plan = ChainPlan.sign(width, rounds, output);
          } catch (IllegalArgumentException e) {
            assertThat(width).as(e.getMessage()).isLessThanOrEqualTo(rounds);
            continue;
          }
          assertComposes(plan, width - 1);
          assertThat(plan.bits()).isEqualTo(structural(plan));
        }
      }
    }
  }

  private static void assertComposes(ChainPlan plan, int maps) {
    int left = maps;
    for (List<Integer> groups : plan.layers()) {
      assertThat(groups.stream().mapToInt(m -> m).sum()).isEqualTo(left);
      left = groups.size() - 1;
    }
    assertThat(plan.lastMaps()).isEqualTo(left);
    assertThat(plan.corner()).isBetween(ChainPlan.MONOMIALS, Math.max(0, left - 1));
    int announced =
        plan.output() == Output.OPEN && plan.rounds() > 1 && !plan.nodesReplicated() ? 1 : 0;
    assertThat(plan.rounds()).isEqualTo(plan.layers().size() + 1 + announced);
  }

  /** Counts again from the groups: products of the holder and outputs of the helper, one by one. */
  private static long structural(ChainPlan plan) {
    boolean open = plan.output() == Output.OPEN;
    boolean single = plan.layers().isEmpty();
    int firstReferees = plan.nodesReplicated() ? 2 : 1;
    int lastReferees =
        open && ((single && plan.rounds() == 1) || plan.nodesReplicated())
            ? 3
            : plan.output() == Output.REPLICATED ? 2 : 1;
    boolean announced = open && lastReferees == 1;
    long sum = announced ? 2 : 0;
    for (int i = 0; i < plan.layers().size(); i++) {
      List<Integer> groups = plan.layers().get(i);
      long layer = 0;
      for (int g = 0; g < groups.size(); g++) {
        int m = groups.get(g);
        // Subsets of the p; from the second layer on also subsets that leave out the lowest p.
        long products = (1L << m) - 1;
        long ds = i == 0 ? 0 : g == 0 ? 1L << m : 1L << (m - 1);
        layer += products + ds + (g == 0 ? 1 : 2);
      }
      boolean topBit = i == 0 && !announced;
      sum += (layer + (topBit ? 1 : 0)) * (i == 0 ? firstReferees : 1);
    }
    int m = plan.lastMaps();
    long last;
    if (plan.isDeterminant()) {
      long size = m + 1L - plan.corner();
      long products = (1L << plan.corner()) - 1;
      products += single || plan.corner() == 0 ? 0 : 1L << plan.corner();
      last = size * (size + 1) + 2 * products;
    } else {
      last = (1L << m) - 1 + (single ? 0 : 1L << m) + 1 + (single ? 1 : 0);
    }
    return sum + last * lastReferees;
  }

  @Test
  void refusesWhatCannotBe() {
    assertThatThrownBy(() -> ChainPlan.sign(1, 1, Output.OPEN)).hasMessageContaining("2 to 64");
    assertThatThrownBy(() -> ChainPlan.sign(65, 1, Output.OPEN)).hasMessageContaining("got 65");
    assertThatThrownBy(() -> ChainPlan.carry(0, 1)).hasMessageContaining("got 0");
    assertThatThrownBy(() -> ChainPlan.sign(16, 0, Output.OPEN)).hasMessageContaining("got 0");
    assertThatThrownBy(() -> ChainPlan.sign(3, 9, Output.SPLIT)).hasMessageContaining("got 9");
  }
}
