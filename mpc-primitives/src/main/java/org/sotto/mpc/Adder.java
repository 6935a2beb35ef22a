package org.sotto.mpc;

/**
 * How the carry of a + c is computed from replicated bits of both addends.
 *
 * <p>With p_t = a_t ^ c_t, d_t = a_t ^ a_(t+1) and v_t = a_t ^ carry_t the carry chain is affine:
 * v_0 = a_0 and v_(t+1) = d_t ^ p_t v_t. All p and d are linear in the shares, so the usual layer
 * of generate gates is not needed. An adder folds the maps v -&gt; d ^ p v in its own order.
 */
enum Adder {
  /** One map after the other: l rounds, 1 AND a map. */
  RIPPLE {
    @Override
    Pending fold(Binary binary, Maps maps, BitShares leaf) {
      BitShares v = leaf;
      for (int t = 0; t < maps.count() - 1; t++) {
        v = maps.d(t).xor(binary.and(maps.p(t), v));
      }
      int last = maps.count() - 1;
      return new Pending(maps.p(last), v, maps.d(last));
    }
  },

  /**
   * A tree: neighbours are composed, (P, D) after (p, d) being (Pp, D ^ Pd), and the first map is
   * applied to the leaf: ceil(log2(l + 1)) rounds, just under 2 ANDs a map.
   */
  PREFIX {
    @Override
    Pending fold(Binary binary, Maps maps, BitShares leaf) {
      BitShares v = leaf;
      Maps left = maps;
      while (left.count() > 1) {
        int pairs = (left.count() - 1) / 2;
        BitShares product = binary.and(left.multipliers(pairs), left.multiplicands(pairs, v));
        v = left.d(0).xor(product.slice(0, maps.lanes()));
        left = left.composed(pairs, product);
      }
      return new Pending(left.p(0), v, left.d(0));
    }
  };

  /** The last map, not yet applied: its result is {@code p & v ^ d}. */
  record Pending(BitShares p, BitShares v, BitShares d) {}

  /**
   * Folds all maps but the last application.
   *
   * @param maps at least one map
   * @param leaf v_0
   */
  abstract Pending fold(Binary binary, Maps maps, BitShares leaf);

  /** ANDs in each round of folding {@code maps} maps over one lane, the last application too. */
  int[] andsPerRound(int maps) {
    return switch (this) {
      case RIPPLE -> {
        int[] layers = new int[maps];
        java.util.Arrays.fill(layers, 1);
        yield layers;
      }
      case PREFIX -> {
        int[] layers = new int[32];
        int rounds = 0;
        for (int left = maps; left > 0; left = left / 2) {
          layers[rounds++] = 1 + (left - 1) / 2 * 2;
        }
        yield java.util.Arrays.copyOf(layers, rounds);
      }
    };
  }
}
