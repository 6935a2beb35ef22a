package org.sotto.mpc;

import org.sotto.codec.BitVec;

/**
 * Most significant bits and comparisons of signed values, by a {@link Strategy}. Results are opened
 * bits, replicated bits, bits in split form, or elements 0 and 1 of a ring.
 *
 * <p>Security: semi-honest, one corrupted party, as the strategy's protocol. An opened comparison
 * leaks its bit and nothing else. Comparisons of x and y are of the difference: they are right if
 * it lies in [-2^(k-1), 2^(k-1)), and else the sign of the difference modulo 2^k.
 *
 * <p>Cost: {@link CostFormula} for each operation and strategy.
 */
public final class Comparison {
  private final ThreeParty mpc;
  private final Strategy strategy;
  private final CarryProtocol carry;

  /** Comparisons of one run by one strategy. */
  public Comparison(ThreeParty mpc, Strategy strategy) {
    this.mpc = mpc;
    this.strategy = strategy;
    this.carry = strategy.of(mpc);
  }

  /**
   * Opens the most significant bit of each value to all.
   *
   * @param x values of a ring of at least 2 bits
   */
  public BitVec openMsb(SplitShares x) {
    check(x.ring());
    return x.size() == 0 ? new BitVec(0, new long[0]) : carry.open(x);
  }

  /** As {@link #openMsb(SplitShares)}; {@link Strategy#ONE_ROUND} needs this form for its one. */
  public BitVec openMsb(RingShares x) {
    check(x.ring());
    return x.size() == 0 ? new BitVec(0, new long[0]) : carry.open(x);
  }

  /**
   * Opens the most significant bit of values in additive form: reshared if the strategy can make
   * use of that, else brought to two-addend form, which is an element less.
   *
   * @param additive this party's addends; the array is overwritten
   */
  public BitVec openMsbOfAdditive(Ring ring, long[] additive) {
    Arithmetic arithmetic = new Arithmetic(mpc);
    return strategy == Strategy.ONE_ROUND
        ? openMsb(arithmetic.reshare(ring, additive))
        : openMsb(arithmetic.split(ring, additive));
  }

  /** The most significant bit of each value as replicated bits. */
  public BitShares msb(SplitShares x) {
    check(x.ring());
    return x.size() == 0 ? BitShares.zeros(0) : carry.replicated(x);
  }

  /** The most significant bit of each value in split form. */
  public SplitBits splitMsb(SplitShares x) {
    check(x.ring());
    return x.size() == 0 ? new SplitBits(x.turns(), new long[0]) : carry.split(x);
  }

  /** Opens x &lt; y to all. */
  public BitVec openLessThan(RingShares x, RingShares y) {
    return openMsb(x.minus(y));
  }

  /** x &lt; y as replicated bits. */
  public BitShares lessThan(RingShares x, RingShares y) {
    return msb(split(x.minus(y)));
  }

  /** x &lt; y in split form, to inject or to select by. */
  public SplitBits splitLessThan(RingShares x, RingShares y) {
    return splitMsb(split(x.minus(y)));
  }

  /**
   * x &lt; y as elements 0 and 1 of their ring: {@link #splitLessThan}, then {@link Injection}, by
   * {@link Strategy#RIPPLE} in two rounds, else in one.
   */
  public RingShares ringLessThan(RingShares x, RingShares y) {
    return new Injection(mpc).of(splitLessThan(x, y), x.ring(), strategy, null);
  }

  private SplitShares split(RingShares x) {
    return SplitShares.of(x, mpc.self(), mpc.nextTurns(x.size()));
  }

  private static void check(Ring ring) {
    if (ring.bits() < 2) {
      throw new IllegalArgumentException(
          "comparison: expected a ring of 2 to 64 bits, got " + ring);
    }
  }
}
