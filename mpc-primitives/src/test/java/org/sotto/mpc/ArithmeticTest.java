package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.Operation.Batch;
import org.sotto.mpc.ThreePartyRun.Outcome;

final class ArithmeticTest {
  private static final long SEED = 0x5077_0005L;

  static Stream<Arguments> ringsAndLengths() {
    return IntStream.of(2, 16, 30, 32, 48, 64)
        .boxed()
        .flatMap(k -> Stream.of(1, 3, 64, 1000).map(l -> Arguments.of(new Ring(k), l)));
  }

  @ParameterizedTest
  @MethodSource("ringsAndLengths")
  void dotProductsCostOneElementWhateverTheirLength(Ring ring, int length) {
    RandomGenerator random = Samples.seeded("dot of " + length + " in " + ring, SEED);
    for (int n : new int[] {0, 1, 2, 63, 64, 65}) {
      long[] x = Samples.values(ring, n * length, v -> v, random);
      long[] y = Samples.values(ring, n * length, v -> v, random);
      long[] expected = new long[n];
      for (int i = 0; i < x.length; i++) {
        expected[i / length] = ring.of(expected[i / length] + x[i] * y[i]);
      }
      List<RingShares> xs = ThreePartyRun.deal(ring, x, random);
      List<RingShares> ys = ThreePartyRun.deal(ring, y, random);
      List<Outcome<RingShares>> outcomes =
          ThreePartyRun.measured(
              mpc -> new Arithmetic(mpc).dot(xs.get(mpc.self()), ys.get(mpc.self()), length));
      assertThat(ThreePartyRun.reconstruct(outcomes.stream().map(Outcome::value).toList()))
          .isEqualTo(expected);
      ThreePartyRun.assertCosts(
          outcomes, CostFormula.setUp().then(CostFormula.ringElement(ring)).plan(n));
    }
  }

  @Test
  void aLinearCombinationOfProductsIsResharedOnce() {
    Ring ring = Ring.Z48;
    RandomGenerator random = Samples.seeded("combination", SEED);
    long[] x = Samples.values(ring, 100, v -> v, random);
    long[] y = Samples.values(ring, 100, v -> v, random);
    List<RingShares> xs = ThreePartyRun.deal(ring, x, random);
    List<RingShares> ys = ThreePartyRun.deal(ring, y, random);
    List<RingShares> result =
        ThreePartyRun.inMemory(
            mpc -> {
              RingShares mineX = xs.get(mpc.self());
              RingShares mineY = ys.get(mpc.self());
              long[] sum = Arithmetic.localProducts(mineX, mineY);
              long[] squares = Arithmetic.localProducts(mineX, mineX);
              for (int i = 0; i < sum.length; i++) {
                sum[i] = 3 * sum[i] - squares[i];
              }
              return new Arithmetic(mpc).reshare(ring, sum);
            });
    assertThat(ThreePartyRun.reconstruct(result))
        .isEqualTo(
            IntStream.range(0, x.length)
                .mapToLong(i -> ring.of(3 * x[i] * y[i] - x[i] * x[i]))
                .toArray());
  }

  @Test
  void operationsInAnyOrderAndOfAnySizeKeepThePartiesInStep() {
    RandomGenerator random = Samples.seeded("programme", SEED);
    List<Operation> known = Operation.all().toList();
    for (int run = 0; run < 10; run++) {
      List<Batch> programme = new ArrayList<>();
      MessagePlan plan = new MessagePlan();
      CostFormula.setUp().addTo(plan, 1);
      for (int i = 0; i < 40; i++) {
        Operation operation = known.get(random.nextInt(known.size()));
        int n = random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(3);
        programme.add(Batch.of(operation, n, random));
        operation.cost().addTo(plan, n);
      }
      List<Outcome<List<Object>>> outcomes =
          ThreePartyRun.measured(
              mpc -> {
                List<Object> results = new ArrayList<>();
                programme.forEach(batch -> results.add(batch.run(mpc)));
                return results;
              });
      // Only payload: rounds of independent operations overlap in ways that depend on order.
      for (int party = 0; party < 3; party++) {
        assertThat(outcomes.get(party).costs().sum().payloadSent())
            .isEqualTo(plan.payloadSent(party));
      }
      for (int i = 0; i < programme.size(); i++) {
        int at = i;
        assertThat(
                ThreePartyRun.reconstruct(outcomes.stream().map(o -> o.value().get(at)).toList()))
            .as("%s as number %d", programme.get(i).operation(), i)
            .isEqualTo(programme.get(i).expected());
      }
    }
  }

  @Test
  void eachOperationTakesAsManyTurnsAsItsFormula() {
    RandomGenerator random = Samples.seeded("turns", SEED);
    for (Operation operation : Operation.all().toList()) {
      for (int n : new int[] {0, 1, 2}) {
        MessagePlan plan = new MessagePlan();
        operation.cost().addTo(plan, n);
        Batch batch = Batch.of(operation, n, random);
        List<Outcome<RoleTurns>> next =
            ThreePartyRun.measured(
                mpc -> {
                  Object _ = batch.run(mpc);
                  return mpc.nextTurns(1);
                });
        RoleTurns planned = plan.nextTurns(1);
        assertThat(next)
            .as("%s of %d", operation, n)
            .allSatisfy(at -> assertThat(at.value().a(0)).isEqualTo(planned.a(0)));
      }
    }
  }

  @Test
  void operandsThatDoNotFitAreRefused() {
    RingShares one = RingShares.constant(Ring.Z32, 0, 1);
    assertThatThrownBy(() -> one.plus(RingShares.constant(Ring.Z32, 0, 1, 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 1 values of Z_2^32, got 2 of Z_2^32");
    assertThatThrownBy(() -> one.minus(RingShares.constant(Ring.Z48, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Arithmetic.localProducts(one, RingShares.constant(Ring.Z48, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RingShares(Ring.Z32, new long[1], new long[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new BitShares(65, new long[1], new long[2]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BitShares.zeros(64).xor(BitShares.zeros(63)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ring(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Ring(65)).isInstanceOf(IllegalArgumentException.class);
  }
}
