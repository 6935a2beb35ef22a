package org.sotto.mpc;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Selections of replicated elements by bits in split form, in one round ({@link SelectionStep}).
 *
 * <p>Semi-honest, one corrupted party; every message is uniform to its receiver, nothing leaks.
 */
public final class Selection {
  private final ThreeParty mpc;

  /** Selections of one run. */
  public Selection(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /**
   * Each bit times its element of each column. 1 round; elements of all parties: 2 a bit and 4 for
   * each element.
   *
   * @param columns of the bits' length and one ring, at least one
   */
  public List<RingShares> times(SplitBits bits, List<RingShares> columns) {
    SelectionStep step = new SelectionStep(mpc, bits, columns);
    Round round = mpc.round();
    step.write(round);
    round.exchange();
    return step.read(round);
  }

  /** y where the bit is set, else x; cost as {@link #times}. */
  public RingShares select(SplitBits bits, RingShares x, RingShares y) {
    return select(bits, List.of(x), List.of(y)).getFirst();
  }

  /** For each pair of columns y where the bit is set, else x; cost as {@link #times}. */
  public List<RingShares> select(SplitBits bits, List<RingShares> x, List<RingShares> y) {
    List<RingShares> differences =
        IntStream.range(0, x.size()).mapToObj(c -> y.get(c).minus(x.get(c))).toList();
    List<RingShares> chosen = times(bits, differences);
    return IntStream.range(0, x.size()).mapToObj(c -> x.get(c).plus(chosen.get(c))).toList();
  }

  /** A pair in the order that a bit asks for. */
  public record Swapped(RingShares x, RingShares y) {}

  /** (y, x) where the bit is set, else (x, y); cost as {@link #times} of one column. */
  public Swapped swap(SplitBits bits, RingShares x, RingShares y) {
    RingShares moved = times(bits, List.of(y.minus(x))).getFirst();
    return new Swapped(x.plus(moved), y.minus(moved));
  }
}
