package org.sotto.mpc;

import org.jspecify.annotations.Nullable;
import org.sotto.mpc.lowround.Determinant;
import org.sotto.mpc.lowround.Group.Factors;
import org.sotto.mpc.lowround.Links;
import org.sotto.mpc.lowround.Slices;

/**
 * Applies all maps to the leaf in one round: holder and helper send their parts of a randomised
 * matrix whose determinant is the value, each xored with one pad; the referee adds them and takes
 * the determinant. A private simultaneous message protocol (Feige, Kilian, Naor, STOC 1994; by
 * randomised branching programs, Ishai and Kushilevitz, ICALP 2002), with a corner of our own,
 * argued in docs/low-round-comparison.md.
 *
 * <p>To the referee the two parts are uniform subject to their sum, and the sum is uniform among
 * the matrices with its determinant. So it learns the determinant, which is masked unless it is to
 * be learned.
 */
final class DeterminantStep implements RefereeStep {
  private final Seat seat;
  private final Determinant determinant;
  private final Links mine;
  private final @Nullable Slices top;
  private Slices outputs;

  /**
   * @param top at the holder a bit to be xored onto the value, or null
   * @param masked whether the referee is not to learn the value
   */
  DeterminantStep(
      Seat seat, Determinant determinant, Links mine, @Nullable Slices top, boolean masked) {
    this.seat = seat;
    this.determinant = determinant;
    this.mine = mine;
    this.top = top;
    this.outputs = masked && !seat.isReferee() ? seat.masks(1) : Slices.zeros(1, seat.words());
  }

  /** Where each kind of pad begins among those of the step. */
  private int padsOfEntries() {
    return determinant.blinds();
  }

  private int padsOfCorner() {
    return determinant.blinds() + determinant.entries();
  }

  private int pads() {
    return padsOfCorner() + 2 * determinant.cornerProducts();
  }

  @Override
  public void write(Round round) {
    if (seat.isReferee()) {
      seat.expect(round, seat.holder(), determinant.entries() + 2 * determinant.cornerProducts());
      seat.expect(round, seat.helper(), determinant.entries());
      return;
    }
    Slices pads = seat.pads(pads());
    Slices matrix = Slices.zeros(determinant.entries(), seat.words());
    if (seat.isHolder()) {
      determinant.multiplied(mine, cornered() ? null : mine.leaf(), pads, true, matrix);
      matrix.xor(determinant.lastOfFirstRow(), outputs, 0);
      if (top != null) {
        matrix.xor(determinant.lastOfFirstRow(), top, 0);
      }
    } else {
      fillHelpers(matrix, pads);
    }
    matrix.xor(0, pads, padsOfEntries(), determinant.entries());
    seat.send(round, matrix);
    if (seat.isHolder() && cornered()) {
      seat.send(round, paddedProducts(pads));
    }
  }

  private void fillHelpers(Slices matrix, Slices pads) {
    if (cornered()) {
      Factors corner = determinant.cornerGroup().factors(mine);
      Slices free = Slices.zeros(1, seat.words());
      corner.addFreeValue(free, 0);
      determinant.multiplied(mine, free, pads, false, matrix);
      addCorner(corner, pads, padsOfCorner(), matrix);
    } else {
      determinant.multiplied(mine, mine.leaf(), pads, false, matrix);
    }
  }

  private boolean cornered() {
    return determinant.cornerProducts() > 0;
  }

  /** Each product of the corner, then each as multiplied into the last column. */
  private Slices paddedProducts(Slices pads) {
    int count = determinant.cornerProducts();
    Slices out = Slices.zeros(2 * count, seat.words());
    determinant.cornerGroup().products(mine, out, 0);
    for (int u = 0; u < count; u++) {
      out.and(count + u, out, u, pads, determinant.firstOfLastColumn());
    }
    out.xor(0, pads, padsOfCorner(), 2 * count);
    return out;
  }

  private void addCorner(Factors corner, Slices x, int at, Slices matrix) {
    corner.addValue(x, at, matrix, 0);
    corner.addValue(x, at + determinant.cornerProducts(), matrix, determinant.lastOfFirstRow());
  }

  @Override
  public void read(Round round) {
    if (!seat.isReferee()) {
      return;
    }
    Slices matrix = seat.receive(round, seat.holder(), determinant.entries());
    if (cornered()) {
      Slices padded = seat.receive(round, seat.holder(), 2 * determinant.cornerProducts());
      addCorner(determinant.cornerGroup().factors(mine), padded, 0, matrix);
    }
    matrix.xor(
        0, seat.receive(round, seat.helper(), determinant.entries()), 0, determinant.entries());
    outputs = determinant.value(matrix);
  }

  @Override
  public Slices outputs() {
    return outputs;
  }
}
