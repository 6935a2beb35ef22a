package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.Operation.Batch;
import org.sotto.mpc.ThreePartyRun.Outcome;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OperationOverTcpTest {
  private static final long SEED = 0x5077_0002L;

  private final Parties parties = Parties.onLoopback(3, MeshOptions.defaults());

  static Stream<Operation> operations() {
    Ring ring = Ring.Z32;
    return Stream.of(
            Operation.arithmetic(ring),
            Operation.comparison(ring),
            Operation.bits(),
            Stream.of(
                Operation.inject(ring),
                Operation.bounded(Ring.Z30),
                Operation.full(Ring.Z48, Strategy.PREFIX)))
        .flatMap(s -> s);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answersAndCostsTheSameOverSockets(Operation operation) {
    RandomGenerator random = Samples.seeded(operation.toString(), SEED);
    for (int n : new int[] {1, 65, 3000}) {
      Batch batch = Batch.of(operation, n, random);
      List<Outcome<Object>> outcomes = ThreePartyRun.measured(parties, batch::run);
      long[] result = ThreePartyRun.reconstruct(outcomes.stream().map(Outcome::value).toList());
      assertThat(result).as("%s, n = %d", operation, n).isEqualTo(batch.expected());
      ThreePartyRun.assertCosts(outcomes, CostFormula.setUp().then(operation.cost()).plan(n));
    }
  }

  @AfterAll
  void close() {
    parties.close();
  }
}
