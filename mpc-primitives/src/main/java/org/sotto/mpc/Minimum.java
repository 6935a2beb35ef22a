package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;

/**
 * The least entry of each of n groups of one size, by a {@link Strategy}. An entry is one or more
 * elements, a row in each of several columns: a key with an index beside it gives the arg min. Of
 * equal entries the first is taken.
 *
 * <p>Columns hold entry j of group i at j * n + i. Semi-honest, as {@link Comparison}, {@link
 * Selection} and {@link Binary}, of which this is made; nothing is opened and nothing leaks.
 */
public final class Minimum {
  /** What is compared. */
  @FunctionalInterface
  public interface Order {
    /** Values that are negative where the left entry is less than the right one. */
    SplitShares difference(List<RingShares> left, List<RingShares> right);
  }

  private final ThreeParty mpc;
  private final Strategy strategy;
  private final Comparison comparison;
  private final Order order;

  /** Minima of one run. */
  public Minimum(ThreeParty mpc, Strategy strategy, Order order) {
    this.mpc = mpc;
    this.strategy = strategy;
    this.comparison = new Comparison(mpc, strategy);
    this.order = order;
  }

  /** By the first column, as signed numbers whose differences do not wrap. */
  public Minimum(ThreeParty mpc, Strategy strategy) {
    this(
        mpc,
        strategy,
        (left, right) -> {
          RingShares difference = left.getFirst().minus(right.getFirst());
          return SplitShares.of(difference, mpc.self(), mpc.nextTurns(difference.size()));
        });
  }

  /**
   * Neighbours against each other, ceil(log2 of the size) levels, each a difference, its sign in
   * split form and a selection in one round.
   *
   * @param columns of n times the groups' size, all of one ring
   * @param n how many groups
   * @return the columns' least entries, n each
   */
  public List<RingShares> tournament(List<RingShares> columns, int n) {
    List<RingShares> left = columns;
    while (n > 0 && left.getFirst().size() > n) {
      left = level(left, n);
    }
    return left;
  }

  private List<RingShares> level(List<RingShares> columns, int n) {
    List<RingShares> first = new ArrayList<>();
    List<RingShares> second = new ArrayList<>();
    List<List<RingShares>> rows = columns.stream().map(c -> c.rows(n)).toList();
    int size = rows.getFirst().size();
    for (List<RingShares> column : rows) {
      first.add(every(column, 0, size));
      second.add(every(column, 1, size));
    }
    SplitBits secondIsLess = comparison.splitMsb(order.difference(second, first));
    List<RingShares> won = new Selection(mpc).select(secondIsLess, first, second);
    if (size % 2 == 0) {
      return won;
    }
    List<RingShares> all = new ArrayList<>();
    for (int c = 0; c < won.size(); c++) {
      all.add(RingShares.joined(List.of(won.get(c), rows.get(c).getLast())));
    }
    return all;
  }

  /** Of each pair of rows the first or the second. */
  private static RingShares every(List<RingShares> rows, int which, int size) {
    List<RingShares> chosen = new ArrayList<>();
    for (int j = 0; j + 1 < size; j += 2) {
      chosen.add(rows.get(j + which));
    }
    return RingShares.joined(chosen);
  }

  /**
   * Each against each other at once, then ANDs to the one that wins all, whose bits choose among
   * the entries: products are summed before they are reshared, an element a group and column.
   * Rounds of one comparison, log2 of the size, and two or three.
   *
   * @param columns as of {@link #tournament}
   */
  public List<RingShares> roundRobin(List<RingShares> columns, int n) {
    int size = n == 0 ? 1 : columns.getFirst().size() / n;
    if (size == 1) {
      return columns;
    }
    BitShares winners = winners(columns, n, size);
    SplitBits split = SplitBits.of(winners, mpc.self(), mpc.nextTurns(winners.size()));
    Ring ring = columns.getFirst().ring();
    RingShares chosen = new Injection(mpc).of(split, ring, strategy, null);
    long[] sums = new long[columns.size() * n];
    for (int c = 0; c < columns.size(); c++) {
      long[] products = Arithmetic.localProducts(chosen, columns.get(c));
      for (int i = 0; i < products.length; i++) {
        sums[c * n + i % n] += products[i];
      }
    }
    return new Arithmetic(mpc).reshare(ring, sums).rows(n);
  }

  /** For each entry whether it is less than all before and not greater than any after. */
  private BitShares winners(List<RingShares> columns, int n, int size) {
    List<List<RingShares>> rows = columns.stream().map(c -> c.rows(n)).toList();
    List<RingShares> first = new ArrayList<>();
    List<RingShares> second = new ArrayList<>();
    for (List<RingShares> column : rows) {
      List<RingShares> lower = new ArrayList<>();
      List<RingShares> higher = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        for (int j = i + 1; j < size; j++) {
          lower.add(column.get(i));
          higher.add(column.get(j));
        }
      }
      first.add(RingShares.joined(lower));
      second.add(RingShares.joined(higher));
    }
    BitShares secondIsLess = comparison.msb(order.difference(second, first));
    BitShares firstWins = secondIsLess.not(mpc.self());
    // Row k of all entries' conditions: n bits for each entry.
    List<BitShares> conditions = new ArrayList<>();
    for (int k = 0; k < size - 1; k++) {
      BitShares condition = BitShares.zeros(size * n);
      for (int entry = 0; entry < size; entry++) {
        int other = k < entry ? k : k + 1;
        int pair = pair(Math.min(entry, other), Math.max(entry, other), size);
        BitShares from = entry < other ? firstWins : secondIsLess;
        condition.put((long) entry * n, from, (long) pair * n, n);
      }
      conditions.add(condition);
    }
    return new Binary(mpc).allOf(conditions);
  }

  private static int pair(int i, int j, int size) {
    return i * size - i * (i + 1) / 2 + j - i - 1;
  }
}
