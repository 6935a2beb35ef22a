package org.sotto.mpc.lowround;

/**
 * Bits that a group of maps costs with one referee: its holder sends one for each product that it
 * knows, the helper one for each output. In the first layer only the {@code p} have a part at the
 * holder; later the {@code d} have too.
 */
final class GroupCost {
  private GroupCost() {}

  /** A group of so many maps composed to one map. */
  static long map(int maps, boolean first) {
    return first ? pow(maps) + 1 : pow(maps) + pow(maps - 1) + 1;
  }

  /** A leaf and so many maps composed to a value. */
  static long value(int maps, boolean first) {
    return first ? pow(maps) : pow(maps + 1);
  }

  /**
   * A leaf and so many maps composed to a value by a determinant, of which the lowest {@code
   * corner} maps and the leaf are a group: both send all entries on and above the diagonal, the
   * holder each product of the corner twice.
   */
  static long determinant(int maps, int corner, boolean first) {
    long size = maps + 1L - corner;
    long products = corner == 0 ? 0 : value(corner, first) - 1;
    return size * (size + 1) + 2 * products;
  }

  private static long pow(int exponent) {
    return exponent < 40 ? 1L << exponent : ChainSearch.NEVER;
  }
}
