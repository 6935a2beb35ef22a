package org.sotto.mpc;

/**
 * A chain of affine maps v -&gt; d_t ^ p_t v on n lanes, in replicated bits: slice t of {@code p}
 * and {@code d} belongs to map t.
 */
final class Maps {
  private final int lanes;
  private final int count;
  private final BitShares p;
  private final BitShares d;

  Maps(int lanes, int count, BitShares p, BitShares d) {
    this.lanes = lanes;
    this.count = count;
    this.p = p;
    this.d = d;
  }

  /**
   * The maps of the carry into bit {@code count} of a + c.
   *
   * @param c slices 0 … count - 1 of c, or more
   * @param a slices 0 … count of a, or 0 … count - 1 when bit {@code count} of a is zero
   */
  static Maps ofCarry(int lanes, int count, BitShares c, BitShares a) {
    int bits = Math.multiplyExact(count, lanes);
    BitShares low = a.slice(0, bits);
    BitShares high = BitShares.zeros(bits);
    high.put(0, a, lanes, Math.min(bits, a.size() - lanes));
    return new Maps(lanes, count, c.slice(0, bits).xor(low), low.xor(high));
  }

  int lanes() {
    return lanes;
  }

  int count() {
    return count;
  }

  BitShares p(int t) {
    return p.slice((long) t * lanes, lanes);
  }

  BitShares d(int t) {
    return d.slice((long) t * lanes, lanes);
  }

  /** For one level of the tree: p_0, then for each pair (lo, hi) the multiplier p_hi twice. */
  BitShares multipliers(int pairs) {
    BitShares out = BitShares.zeros(Math.multiplyExact(1 + 2 * pairs, lanes));
    out.put(0, p, 0, lanes);
    for (int i = 0; i < pairs; i++) {
      long high = (2 + 2L * i) * lanes;
      out.put((1L + i) * lanes, p, high, lanes);
      out.put((1L + pairs + i) * lanes, p, high, lanes);
    }
    return out;
  }

  /** For one level of the tree: the leaf, then all p_lo, then all d_lo. */
  BitShares multiplicands(int pairs, BitShares leaf) {
    BitShares out = BitShares.zeros(Math.multiplyExact(1 + 2 * pairs, lanes));
    out.put(0, leaf, 0, lanes);
    for (int i = 0; i < pairs; i++) {
      long low = (1 + 2L * i) * lanes;
      out.put((1L + i) * lanes, p, low, lanes);
      out.put((1L + pairs + i) * lanes, d, low, lanes);
    }
    return out;
  }

  /** The maps after one level: map 0 is used up, pairs are composed, an odd last map stays. */
  Maps composed(int pairs, BitShares product) {
    boolean odd = count - 1 > 2 * pairs;
    int left = pairs + (odd ? 1 : 0);
    BitShares newP = BitShares.zeros(left * lanes);
    BitShares newD = BitShares.zeros(left * lanes);
    newP.put(0, product, lanes, (long) pairs * lanes);
    BitShares high = BitShares.zeros(pairs * lanes);
    for (int i = 0; i < pairs; i++) {
      high.put((long) i * lanes, d, (2 + 2L * i) * lanes, lanes);
    }
    BitShares low = product.slice((1L + pairs) * lanes, pairs * lanes);
    newD.put(0, high.xor(low), 0, (long) pairs * lanes);
    if (odd) {
      newP.put((long) pairs * lanes, p, (count - 1L) * lanes, lanes);
      newD.put((long) pairs * lanes, d, (count - 1L) * lanes, lanes);
    }
    return new Maps(lanes, left, newP, newD);
  }
}
