package org.sotto.bench.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Variant;

final class PlanTest {
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void eachFlowCountHasItsHeadlineSteps(boolean smoke) {
    Plan plan = Plan.of(smoke, List.of());
    for (Variant variant : Plan.FLOW_COUNTS) {
      assertThat(plan.steps())
          .anyMatch(
              step ->
                  step.variant().equals(variant)
                      && step.kind() == Kind.PING
                      && step.size() == Plan.PING_SIZE)
          .anyMatch(
              step ->
                  step.variant().equals(variant)
                      && step.kind() == Kind.BULK
                      && step.size() == Plan.BULK_SIZE);
    }
    assertThat(plan.steps()).allMatch(step -> step.batches() % 2 == 0 && step.batches() > 0);
  }

  @Test
  void onlyTakesSomeAndRefusesWhatThereIsNot() {
    assertThat(Plan.of(true, List.of("driven", "shared, virtual")).steps())
        .extracting(step -> step.variant().name())
        .containsOnly("driven", "shared, virtual");
    assertThatThrownBy(() -> Plan.of(true, List.of("driven", "drive")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "--only: expected one of 'driven', 'driven, 4 flows', 'shared', 'shared, virtual',"
                + " 'driven, TLS', got 'drive'");
  }
}
