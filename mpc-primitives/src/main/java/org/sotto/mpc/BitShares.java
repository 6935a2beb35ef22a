package org.sotto.mpc;

import org.sotto.mpc.bits.PackedBits;

/**
 * One party's components of n replicated bits x = x_0 ^ x_1 ^ x_2, packed: party i holds x_i
 * ({@code own}) and x_(i-1) ({@code previous}). Bits behind the last are zero.
 */
public final class BitShares {
  private final int size;
  private final long[] own;
  private final long[] previous;

  /** Takes the arrays over. */
  public BitShares(int size, long[] own, long[] previous) {
    int words = PackedBits.words(size);
    if (own.length != words || previous.length != words) {
      throw new IllegalArgumentException(
          "bit shares: expected "
              + words
              + " words for "
              + size
              + " bits, got "
              + own.length
              + " and "
              + previous.length);
    }
    this.size = size;
    this.own = own;
    this.previous = previous;
  }

  /** Shares of zeros, to be written into. */
  public static BitShares zeros(int size) {
    return new BitShares(size, PackedBits.zeros(size), PackedBits.zeros(size));
  }

  /** How many bits. */
  public int size() {
    return size;
  }

  /** Component i of party i. */
  public long[] own() {
    return own;
  }

  /** Component i - 1 of party i. */
  public long[] previous() {
    return previous;
  }

  /** x ^ y, locally. */
  public BitShares xor(BitShares other) {
    if (size != other.size) {
      throw new IllegalArgumentException(
          "bit shares: expected " + size + " bits, got " + other.size);
    }
    long[] a = own.clone();
    long[] b = previous.clone();
    PackedBits.xorInto(a, other.own);
    PackedBits.xorInto(b, other.previous);
    return new BitShares(size, a, b);
  }

  /** !x, locally: component 0 is inverted. */
  public BitShares not(int self) {
    BitShares result = new BitShares(size, own.clone(), previous.clone());
    long[] component0 = self == 0 ? result.own : result.previous;
    if (self != 2) {
      for (int i = 0; i < component0.length; i++) {
        component0[i] = ~component0[i];
      }
      PackedBits.trim(component0, size);
    }
    return result;
  }

  /** The bits {@code [from, from + count)}. */
  public BitShares slice(long from, int count) {
    BitShares result = zeros(count);
    result.put(0, this, from, count);
    return result;
  }

  /** Overwrites bits from {@code to} on with {@code count} bits of another. */
  void put(long to, BitShares source, long from, long count) {
    PackedBits.copy(source.own, from, own, to, count);
    PackedBits.copy(source.previous, from, previous, to, count);
  }
}
