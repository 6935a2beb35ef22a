package org.sotto.mpc.lowround;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sotto.mpc.lowround.ChainPlan.Output;

/**
 * Finds the cheapest plan by dynamic programming over the number of maps left. Costs are bits of
 * all parties for one value and one referee, as {@link GroupCost} counts them; of equal plans the
 * first found stays, with smaller groups before larger ones.
 */
final class ChainSearch {
  /** More than any plan costs: there is none. */
  static final long NEVER = 1L << 40;

  private static final int LARGEST_GROUP = 7;
  private static final int LARGEST_LEAF_GROUP = 8;
  private static final int LARGEST_CORNER = 8;

  private record Last(long bits, int corner) {}

  private record Layer(long bits, List<Integer> groups) {}

  private record Chain(long bits, List<List<Integer>> layers, int lastMaps, int corner) {}

  private static final Layer NO_LAYER = new Layer(NEVER, List.of());
  private static final Chain NO_CHAIN = new Chain(NEVER, List.of(), 0, ChainPlan.MONOMIALS);

  private record Left(int maps, int rounds, int referees) {}

  private final Layer[][] early;
  private final Layer[][] late;
  private final Map<Left, Chain> found = new HashMap<>();

  private ChainSearch(int maps) {
    early = groups(maps, true);
    late = groups(maps, false);
  }

  /** Of {@code maps} maps to a sign, whose top bit of one addend its holder adds. */
  static ChainPlan sign(int maps, int rounds, Output output) {
    ChainSearch search = new ChainSearch(maps);
    return switch (output) {
      case REPLICATED -> plan(output, search.signChain(maps, rounds, 2), rounds, 0);
      case SPLIT -> plan(output, search.signChain(maps, rounds, 1), rounds, 0);
      case OPEN -> search.open(maps, rounds);
    };
  }

  static ChainPlan carry(int maps, int rounds) {
    Chain chain = new ChainSearch(maps).chain(maps, rounds, 1, true, 0);
    return plan(Output.SPLIT, chain, rounds, 0);
  }

  private static ChainPlan plan(Output output, Chain chain, int rounds, int more) {
    return new ChainPlan(
        output, chain.layers, chain.lastMaps, chain.corner, false, rounds, chain.bits + more);
  }

  /** With the top bit as one more product of the first layer; a determinant has it for nothing. */
  private Chain signChain(int maps, int rounds, int referees) {
    Chain chain = chain(maps, rounds, referees, true, 1);
    return rounds == 1
        ? chain
        : new Chain(chain.bits + 1, chain.layers, chain.lastMaps, chain.corner);
  }

  private ChainPlan open(int maps, int rounds) {
    if (rounds == 1) { // All three are referees, each of a split of its own.
      return plan(Output.OPEN, chain(maps, 1, 3, true, 1), 1, 0);
    }
    // One referee, which announces the bit to two; behind the first layer it can be the first
    // holder.
    ChainPlan announced = plan(Output.OPEN, chain(maps, rounds - 1, 1, true, 1), rounds, 2);
    if (rounds > 2) {
      return announced;
    }
    ChainPlan best = null;
    for (int nodes = 1; nodes < maps; nodes++) {
      Layer layer = layer(maps, nodes, true);
      Last last = last(nodes, false, 0);
      long bits = 2 * layer.bits + 3 * last.bits + 2;
      if (layer.bits < NEVER && (best == null || bits < best.bits())) {
        List<List<Integer>> layers = List.of(layer.groups);
        best = new ChainPlan(Output.OPEN, layers, nodes, last.corner, true, 2, bits);
      }
    }
    return best != null && best.bits() < announced.bits() ? best : announced;
  }

  /** The cheapest chain of so many rounds; its last layer has {@code referees} of them. */
  private Chain chain(int maps, int rounds, int referees, boolean first, int topBit) {
    if (rounds <= 1) {
      Last last = last(maps, first, topBit);
      return new Chain(last.bits * referees, List.of(), maps, last.corner);
    }
    Chain best = NO_CHAIN;
    for (int nodes = 1; nodes < maps; nodes++) {
      Layer layer = layer(maps, nodes, first);
      if (layer.bits >= NEVER) {
        continue;
      }
      Chain rest = rest(new Left(nodes, rounds - 1, referees));
      if (layer.bits + rest.bits < best.bits) {
        List<List<Integer>> layers = new ArrayList<>();
        layers.add(layer.groups);
        layers.addAll(rest.layers);
        best = new Chain(layer.bits + rest.bits, layers, rest.lastMaps, rest.corner);
      }
    }
    return best;
  }

  private Chain rest(Left left) {
    Chain known = found.get(left);
    if (known == null) {
      known = chain(left.maps, left.rounds, left.referees, false, 0);
      found.put(left, known);
    }
    return known;
  }

  private static Last last(int maps, boolean first, int topBit) {
    Last best = new Last(GroupCost.value(maps, first) + topBit, ChainPlan.MONOMIALS);
    for (int corner = 0; corner < maps && corner <= LARGEST_CORNER; corner++) {
      long bits = GroupCost.determinant(maps, corner, first);
      if (bits < best.bits) {
        best = new Last(bits, corner);
      }
    }
    return best;
  }

  /** The cheapest layer from so many maps and a leaf to so many nodes and a leaf. */
  private Layer layer(int maps, int nodes, boolean first) {
    Layer best = NO_LAYER;
    for (int m = 1; m <= Math.min(LARGEST_LEAF_GROUP, maps - nodes); m++) {
      best = cheaper(best, GroupCost.value(m, first), m, (first ? early : late)[nodes][maps - m]);
    }
    return best;
  }

  /** The cheapest groups without a leaf: by how many they are, then by how many maps they hold. */
  private static Layer[][] groups(int maps, boolean first) {
    Layer[][] best = new Layer[maps][maps];
    for (int groups = 0; groups < maps; groups++) {
      for (int n = 0; n < maps; n++) {
        best[groups][n] = groups == 0 && n == 0 ? new Layer(0, List.of()) : NO_LAYER;
        for (int m = 1; groups > 0 && m <= Math.min(LARGEST_GROUP, n - groups + 1); m++) {
          Layer others = best[groups - 1][n - m];
          best[groups][n] = cheaper(best[groups][n], GroupCost.map(m, first), m, others);
        }
      }
    }
    return best;
  }

  private static Layer cheaper(Layer best, long bits, int group, Layer others) {
    if (bits + others.bits >= best.bits) {
      return best;
    }
    List<Integer> groups = new ArrayList<>();
    groups.add(group);
    groups.addAll(others.groups);
    return new Layer(bits + others.bits, groups);
  }
}
