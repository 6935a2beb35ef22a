package org.sotto.mpc;

/**
 * One party's components of n replicated values x = x_0 + x_1 + x_2 in a ring: party i holds x_i
 * ({@code own}) and x_(i-1) ({@code previous}). Local operations give new shares; nothing here
 * prints or compares the components.
 */
public final class RingShares {
  private final Ring ring;
  private final long[] own;
  private final long[] previous;

  /** Takes the arrays over; the caller has reduced all elements. */
  public RingShares(Ring ring, long[] own, long[] previous) {
    if (own.length != previous.length) {
      throw new IllegalArgumentException(
          "ring shares: expected two components of one length, got "
              + own.length
              + " and "
              + previous.length);
    }
    this.ring = ring;
    this.own = own;
    this.previous = previous;
  }

  /** Shares of public constants: component 0 is the constant, the others are 0. */
  public static RingShares constant(Ring ring, int self, long... values) {
    long[] zeros = new long[values.length];
    long[] reduced = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      reduced[i] = ring.of(values[i]);
    }
    return switch (self) {
      case 0 -> new RingShares(ring, reduced, zeros);
      case 1 -> new RingShares(ring, zeros, reduced);
      default -> new RingShares(ring, zeros, zeros.clone());
    };
  }

  /** The ring. */
  public Ring ring() {
    return ring;
  }

  /** How many values. */
  public int size() {
    return own.length;
  }

  /** Component i of party i. */
  public long[] own() {
    return own;
  }

  /** Component i - 1 of party i. */
  public long[] previous() {
    return previous;
  }

  /** x + y, locally. */
  public RingShares plus(RingShares other) {
    check(other);
    long[] a = new long[size()];
    long[] b = new long[size()];
    for (int i = 0; i < a.length; i++) {
      a[i] = ring.of(own[i] + other.own[i]);
      b[i] = ring.of(previous[i] + other.previous[i]);
    }
    return new RingShares(ring, a, b);
  }

  /** x - y, locally. */
  public RingShares minus(RingShares other) {
    return plus(other.times(-1));
  }

  /** x times a public factor, locally. */
  public RingShares times(long factor) {
    long[] a = new long[size()];
    long[] b = new long[size()];
    for (int i = 0; i < a.length; i++) {
      a[i] = ring.of(own[i] * factor);
      b[i] = ring.of(previous[i] * factor);
    }
    return new RingShares(ring, a, b);
  }

  /** The values in {@code [from, to)}. */
  public RingShares slice(int from, int to) {
    return new RingShares(
        ring,
        java.util.Arrays.copyOfRange(own, from, to),
        java.util.Arrays.copyOfRange(previous, from, to));
  }

  /** Rows one after the other, all of one ring. */
  static RingShares joined(java.util.List<RingShares> rows) {
    int n = rows.stream().mapToInt(RingShares::size).sum();
    long[] own = new long[n];
    long[] previous = new long[n];
    int at = 0;
    for (RingShares row : rows) {
      System.arraycopy(row.own, 0, own, at, row.size());
      System.arraycopy(row.previous, 0, previous, at, row.size());
      at += row.size();
    }
    return new RingShares(rows.getFirst().ring, own, previous);
  }

  /** Every row of {@code n} values cut out. */
  java.util.List<RingShares> rows(int n) {
    return java.util.stream.IntStream.range(0, size() / n)
        .mapToObj(i -> slice(i * n, (i + 1) * n))
        .toList();
  }

  void check(RingShares other) {
    if (!ring.equals(other.ring) || size() != other.size()) {
      throw new IllegalArgumentException(
          "ring shares: expected "
              + size()
              + " values of "
              + ring
              + ", got "
              + other.size()
              + " of "
              + other.ring);
    }
  }
}
