package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.Operation.Batch;
import org.sotto.mpc.ThreePartyRun.Outcome;

final class OperationTest {
  private static final long SEED = 0x5077_0001L;

  static Stream<Operation> operations() {
    return Operation.all();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answersAsThePlaintextWithConsistentSharesAndCostsWhatItsFormulaSays(Operation operation) {
    RandomGenerator random = Samples.seeded(operation.toString(), SEED);
    for (int n : Samples.sizes()) {
      Batch batch = Batch.of(operation, n, random);
      List<Outcome<Object>> outcomes = ThreePartyRun.measured(batch::run);
      long[] result = ThreePartyRun.reconstruct(outcomes.stream().map(Outcome::value).toList());
      assertThat(result).as("%s, n = %d", operation, n).isEqualTo(batch.expected());
      ThreePartyRun.assertCosts(outcomes, CostFormula.setUp().then(operation.cost()).plan(n));
    }
  }
}
