package org.sotto.bench.cost;

import java.util.List;
import java.util.stream.IntStream;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Binary;
import org.sotto.mpc.BitShares;
import org.sotto.mpc.Comparison;
import org.sotto.mpc.Equality;
import org.sotto.mpc.Injection;
import org.sotto.mpc.Lift;
import org.sotto.mpc.Minimum;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.Selection;
import org.sotto.mpc.Strategy;

/** Operations on values and bits, by Sotto's protocols. */
final class ValueSides {
  private static final Ring RING = Ring.Z32;

  private final Strategy strategy;
  private final int n;
  private final OperationInputs inputs;

  ValueSides(Strategy strategy, int n, OperationInputs inputs) {
    this.strategy = strategy;
    this.n = n;
    this.inputs = inputs;
  }

  Side side(Operation operation) {
    return switch (operation) {
      case LESS_THAN, LESS_THAN_BITS, LESS_THAN_RING -> lessThan(operation);
      case MSB -> msb();
      case EQUAL -> equal();
      case MIN, MIN_ROUND_ROBIN -> least(operation == Operation.MIN);
      case SELECT -> select();
      case INJECT -> inject();
      case LIFT, LIFT_BOUNDED -> lift(operation == Operation.LIFT);
      case MULTIPLY, DOT -> dot(operation == Operation.DOT ? Operation.LENGTH : 1);
      case AND -> and();
      case INPUT -> input();
      case OPEN -> open();
      case EVAL_LESS_THAN, MIN_ROTATION ->
          throw new IllegalArgumentException(
              "operation: expected one on values, got " + operation.label());
    };
  }

  private Side lessThan(Operation operation) {
    long[] x = inputs.comparable(RING, n);
    long[] y = inputs.comparable(RING, n);
    RingShares[] left = inputs.share(RING, x);
    RingShares[] right = inputs.share(RING, y);
    BitVec less = Side.plain(n, i -> RING.signed(x[i]) < RING.signed(y[i]));
    return switch (operation) {
      case LESS_THAN ->
          Side.opened(
              less,
              mpc ->
                  new Comparison(mpc, strategy).openLessThan(left[mpc.self()], right[mpc.self()]));
      case LESS_THAN_BITS ->
          Side.bits(
              less,
              mpc -> new Comparison(mpc, strategy).lessThan(left[mpc.self()], right[mpc.self()]));
      default ->
          Side.ring(
              elements(less),
              mpc ->
                  new Comparison(mpc, strategy).ringLessThan(left[mpc.self()], right[mpc.self()]));
    };
  }

  private static long[] elements(BitVec bits) {
    return IntStream.range(0, bits.size()).mapToLong(i -> bits.get(i) ? 1 : 0).toArray();
  }

  private Side msb() {
    long[] x = inputs.elements(RING, n);
    RingShares[] shared = inputs.share(RING, x);
    return Side.bits(
        Side.plain(n, i -> RING.msb(x[i]) != 0),
        mpc -> new Comparison(mpc, strategy).msb(new Arithmetic(mpc).split(shared[mpc.self()])));
  }

  private Side equal() {
    long[] x = inputs.elements(RING, n);
    long[] y = inputs.elements(RING, n);
    for (int i = 0; i < n; i += 2) {
      y[i] = x[i];
    }
    RingShares[] left = inputs.share(RING, x);
    RingShares[] right = inputs.share(RING, y);
    return Side.opened(
        Side.plain(n, i -> x[i] == y[i]),
        mpc -> new Equality(mpc).open(left[mpc.self()], right[mpc.self()]));
  }

  private Side least(boolean tournament) {
    long[] x = inputs.comparable(RING, n * Operation.GROUP);
    long[] least = new long[n];
    for (int i = 0; i < n; i++) {
      least[i] = x[i];
      for (int j = 1; j < Operation.GROUP; j++) {
        long other = x[j * n + i];
        least[i] = RING.signed(other) < RING.signed(least[i]) ? other : least[i];
      }
    }
    RingShares[] shared = inputs.share(RING, x);
    return Side.ring(
        least,
        mpc -> {
          Minimum minimum = new Minimum(mpc, strategy);
          List<RingShares> columns = List.of(shared[mpc.self()]);
          return (tournament ? minimum.tournament(columns, n) : minimum.roundRobin(columns, n))
              .getFirst();
        });
  }

  private Side select() {
    long[] x = inputs.elements(RING, n);
    long[] y = inputs.elements(RING, n);
    BitVec bits = new BitVec(n, inputs.bits(n));
    RingShares[] left = inputs.share(RING, x);
    RingShares[] right = inputs.share(RING, y);
    BitShares[] choice = inputs.shareBits(n, bits.words());
    return Side.ring(
        IntStream.range(0, n).mapToLong(i -> bits.get(i) ? y[i] : x[i]).toArray(),
        mpc -> {
          int self = mpc.self();
          return new Selection(mpc)
              .select(new Binary(mpc).split(choice[self]), left[self], right[self]);
        });
  }

  private Side inject() {
    BitVec bits = new BitVec(n, inputs.bits(n));
    BitShares[] shared = inputs.shareBits(n, bits.words());
    return Side.ring(elements(bits), mpc -> new Injection(mpc).of(shared[mpc.self()], RING));
  }

  private Side lift(boolean full) {
    long[] x = full ? inputs.elements(Ring.Z16, n) : inputs.comparable(Ring.Z16, n);
    RingShares[] shared = inputs.share(Ring.Z16, x);
    long[] lifted = IntStream.range(0, n).mapToLong(i -> RING.of(Ring.Z16.signed(x[i]))).toArray();
    return Side.ring(
        lifted,
        mpc -> {
          RingShares mine = shared[mpc.self()];
          return full
              ? new Lift(mpc).full(mine, RING, strategy)
              : new Lift(mpc).bounded(new Arithmetic(mpc).split(mine), RING);
        });
  }

  private Side dot(int length) {
    long[] x = inputs.elements(RING, n * length);
    long[] y = inputs.elements(RING, n * length);
    RingShares[] left = inputs.share(RING, x);
    RingShares[] right = inputs.share(RING, y);
    long[] sums = new long[n];
    for (int i = 0; i < x.length; i++) {
      sums[i / length] = RING.of(sums[i / length] + x[i] * y[i]);
    }
    return Side.ring(
        sums, mpc -> new Arithmetic(mpc).dot(left[mpc.self()], right[mpc.self()], length));
  }

  private Side and() {
    BitVec x = new BitVec(n, inputs.bits(n));
    BitVec y = new BitVec(n, inputs.bits(n));
    BitShares[] left = inputs.shareBits(n, x.words());
    BitShares[] right = inputs.shareBits(n, y.words());
    return Side.bits(
        Side.plain(n, i -> x.get(i) && y.get(i)),
        mpc -> new Binary(mpc).and(left[mpc.self()], right[mpc.self()]));
  }

  private Side input() {
    long[] x = inputs.elements(RING, n);
    return Side.ring(
        x, mpc -> new Arithmetic(mpc).input(RING, 0, mpc.self() == 0 ? x : new long[n]));
  }

  private Side open() {
    long[] x = inputs.elements(RING, n);
    RingShares[] shared = inputs.share(RING, x);
    return (mpc, measured) ->
        java.util.Arrays.equals(new Arithmetic(mpc).open(shared[mpc.self()]), x);
  }
}
