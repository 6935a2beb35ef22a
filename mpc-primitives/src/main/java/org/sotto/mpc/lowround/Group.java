package org.sotto.mpc.lowround;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Neighbouring maps of a chain as one polynomial in the holder's bits: each output is a sum of
 * products u that the holder knows times factors v that both others know, and a free term that both
 * others know.
 *
 * <p>With a leaf the only output is the value of the maps applied to it; without one there are two,
 * D and P of the composed map v -&gt; D ^ P v. For a set S of maps, {@code u_S} is the product of
 * the holder's p in S, and v_S is what is left over: the coefficient of u_S in d_m ^ p_m (d_(m-1) ^
 * p_(m-1) ( … )) for the value and for D, the product of the others' p outside of S for P. Where
 * the holder has a part of the d there are products more, one for each set R of the others' p: the
 * coefficient of that product in the same expression over the holder's bits.
 *
 * <p>Order of products: u_S by S as a binary number from 1, lowest map in the lowest bit; then
 * those for R likewise from 0, of the maps above the lowest that has a multiplier in the value;
 * then the extra one.
 */
public final class Group {
  private final int first;
  private final int maps;
  private final boolean leaf;
  private final boolean bare;
  private final boolean extra;

  /**
   * @param first the lowest map's index in the chain
   * @param maps how many maps
   * @param leaf whether the chain's leaf is below them
   * @param bare whether the holder has no part of leaf and d
   * @param extra whether a bit of the holder is xored onto the value or D
   */
  public Group(int first, int maps, boolean leaf, boolean bare, boolean extra) {
    this.first = first;
    this.maps = maps;
    this.leaf = leaf;
    this.bare = bare;
    this.extra = extra;
  }

  /** Products that the holder makes. */
  public int products() {
    return (1 << maps) - 1 + (bare ? 0 : 1 << variables()) + (extra ? 1 : 0);
  }

  /** The value, or D and P. */
  public int outputs() {
    return leaf ? 1 : 2;
  }

  /** Maps whose multiplier is in the value or D: of a group without a leaf all but the lowest. */
  private int variables() {
    return leaf ? maps : maps - 1;
  }

  /**
   * The holder's products.
   *
   * @param out takes them from slice {@code at} on; but for the extra one
   */
  public void products(Links mine, Slices out, int at) {
    monomials(mine.p(), first, maps, out, at - 1);
    if (!bare) {
      coefficients(mine, out, at + (1 << maps) - 1);
    }
  }

  /** What the two others multiply the products by. */
  public Factors factors(Links mine) {
    Slices monomials = Slices.zeros(1 << maps, mine.words());
    monomials.ones(0);
    monomials(mine.p(), first, maps, monomials, 0);
    Slices coefficients = Slices.zeros(1 << variables(), mine.words());
    coefficients(mine, coefficients, 0);
    return new Factors(monomials, coefficients);
  }

  /** Products of the p of each set but the empty one; set S goes to slice {@code at + S}. */
  private static void monomials(Slices p, int from, int count, Slices out, int at) {
    for (int j = 0; j < count; j++) {
      int size = 1 << j;
      out.copy(at + size, p, from + j);
      for (int s = 1; s < size; s++) {
        out.and(at + size + s, out, at + s, p, from + j);
      }
    }
  }

  /**
   * With v' = d ^ (p ^ x) v for an unknown x a map: the coefficient of each product of x, of value
   * or D.
   */
  private void coefficients(Links mine, Slices out, int at) {
    Slices d = Objects.requireNonNull(mine.d(), "d");
    int lowest = leaf ? first : first + 1;
    out.copy(at, leaf ? Objects.requireNonNull(mine.leaf(), "leaf") : d, leaf ? 0 : first);
    for (int j = 0; j < variables(); j++) {
      int size = 1 << j;
      for (int s = 0; s < size; s++) {
        out.copy(at + size + s, out, at + s);
        out.and(at + s, out, at + s, mine.p(), lowest + j);
      }
      out.xor(at, d, lowest + j);
    }
  }

  /** Factors at the helper or the referee. */
  public final class Factors {
    private final Slices monomials;
    private final Slices coefficients;

    private Factors(Slices monomials, Slices coefficients) {
      this.monomials = monomials;
      this.coefficients = coefficients;
    }

    /**
     * Xors the sum of x_u v_u of the value or D onto a slice.
     *
     * @param x one slice a product, from {@code at} on
     */
    public void addValue(Slices x, int at, Slices out, int t) {
      int sets = 1 << maps;
      int step = leaf ? 1 : 2; // the lowest map of a group without a leaf has no part in D
      for (int s = step; s < sets; s += step) {
        out.xorAnd(t, x, at + s - 1, coefficients, s / step);
      }
      int next = at + sets - 1;
      if (!bare) {
        for (int r = 0; r < 1 << variables(); r++) {
          out.xorAnd(t, x, next + r, monomials, r * step);
        }
        next += 1 << variables();
      }
      if (extra) {
        out.xor(t, x, next);
      }
    }

    /** Xors the sum of x_u v_u of P onto a slice. */
    public void addMultiplier(Slices x, int at, Slices out, int t) {
      int all = (1 << maps) - 1;
      for (int s = 1; s < all; s++) {
        out.xorAnd(t, x, at + s - 1, monomials, all ^ s);
      }
      out.xor(t, x, at + all - 1);
    }

    /** Xors the free term of the value or D onto a slice. */
    public void addFreeValue(Slices out, int t) {
      out.xor(t, coefficients, 0);
    }

    /** Xors the free term of P onto a slice. */
    public void addFreeMultiplier(Slices out, int t) {
      out.xor(t, monomials, (1 << maps) - 1);
    }
  }

  @Override
  public String toString() {
    return maps + " maps from " + first + (leaf ? " with the leaf" : "");
  }

  /** Sets a slice to its value where there is one. */
  static void copyOrZero(Slices out, int t, @Nullable Slices x, int tx) {
    if (x != null) {
      out.copy(t, x, tx);
    }
  }
}
