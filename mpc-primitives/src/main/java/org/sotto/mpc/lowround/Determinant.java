package org.sotto.mpc.lowround;

import org.jspecify.annotations.Nullable;

/**
 * The value of maps applied to a leaf as a determinant over Z_2: of the N x N matrix with ones
 * below the diagonal, first row (leaf, d_1, d_2, …) and p_1, p_2, … on the diagonal. Multiplied by
 * random unipotent matrices from both sides it is uniform among all of its form with its
 * determinant (Ishai and Kushilevitz, FOCS 2000 and ICALP 2002). From the left any upper one; from
 * the right one that only changes the last column, which is as many random bits as the form has
 * freedom.
 *
 * <p>With a corner the lowest maps are a {@link Group} with the leaf, whose value is the matrix's
 * first entry; so N is smaller. The corner is our own, see docs/low-round-comparison.md.
 */
public final class Determinant {
  private final int corner;
  private final int size;
  private final boolean bare;

  /**
   * @param maps of the chain
   * @param corner how many of the lowest make the corner, fewer than all
   * @param bare whether the holder has no part of leaf and d
   */
  public Determinant(int maps, int corner, boolean bare) {
    this.corner = corner;
    this.size = maps + 1 - corner;
    this.bare = bare;
  }

  /** The corner's group. */
  public Group cornerGroup() {
    return new Group(0, corner, true, bare, false);
  }

  /** Products of the corner; 0 without one. */
  public int cornerProducts() {
    return corner == 0 ? 0 : cornerGroup().products();
  }

  /** Entries on and above the diagonal. */
  public int entries() {
    return size * (size + 1) / 2;
  }

  /** The last entry of the first row: the determinant is linear in it, with coefficient 1. */
  public int lastOfFirstRow() {
    return size - 1;
  }

  /**
   * Random slices of both multipliers: of the left one above the diagonal, then the last column.
   */
  public int blinds() {
    return entries() - size + size - 1;
  }

  /** The slice among the blinds that multiplies the first column into the last. */
  public int firstOfLastColumn() {
    return entries() - size;
  }

  private int entry(int row, int column) {
    return row * size - row * (row - 1) / 2 + column - row;
  }

  private int left(int row, int column) {
    return entry(row, column) - row - 1;
  }

  /**
   * One party's part of the multiplied matrix, row by row from the diagonal on.
   *
   * @param mine its part of the maps
   * @param first its part of the first entry, null for zero
   * @param blinds as many as {@link #blinds}
   * @param constants whether this party adds what does not depend on the maps
   * @param out takes the entries from slice 0 on; zero before
   */
  public void multiplied(
      Links mine, @Nullable Slices first, Slices blinds, boolean constants, Slices out) {
    int last = size - 1;
    Slices x = Slices.zeros(1, mine.words());
    for (int row = 0; row < size; row++) {
      int end = entry(row, last);
      for (int column = Math.max(0, row - 1); column < size; column++) {
        java.util.Arrays.fill(x.data(), 0);
        fill(x, row, column, mine, first, blinds, constants);
        if (column == last) {
          out.xor(end, x, 0);
        } else {
          if (column >= row) {
            out.copy(entry(row, column), x, 0);
          }
          out.xorAnd(end, x, 0, blinds, firstOfLastColumn() + column);
        }
      }
    }
  }

  /** One entry of the product with the left multiplier alone. */
  private void fill(
      Slices x,
      int row,
      int column,
      Links mine,
      @Nullable Slices first,
      Slices blinds,
      boolean constants) {
    int map = corner + column - 1;
    if (row == 0) {
      Group.copyOrZero(x, 0, column == 0 ? first : mine.d(), column == 0 ? 0 : map);
    }
    if (column >= 1 && row < column) {
      x.xorAnd(0, blinds, left(row, column), mine.p(), map);
    } else if (column >= 1 && row == column) {
      x.xor(0, mine.p(), map);
    }
    if (constants && column + 1 < size) {
      if (row == column + 1) {
        x.ones(0);
      } else {
        x.xor(0, blinds, left(row, column + 1));
      }
    }
  }

  /**
   * The determinant, by leading minors: D_0 = 1, D_(t+1) = sum over i of M_it D_i.
   *
   * @param matrix entries as {@link #multiplied} orders them
   * @return one slice
   */
  public Slices value(Slices matrix) {
    Slices minors = Slices.zeros(size + 1, matrix.words());
    minors.ones(0);
    for (int t = 0; t < size; t++) {
      for (int i = 0; i <= t; i++) {
        minors.xorAnd(t + 1, matrix, entry(i, t), minors, i);
      }
    }
    Slices value = Slices.zeros(1, matrix.words());
    value.copy(0, minors, size);
    return value;
  }
}
