package org.sotto.mpc.lowround;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How the sign of a shared value, or the carry out of a sum of two addends, is computed in a given
 * number of rounds: which neighbours of the affine maps {@code v' = d + p v} are composed in which
 * round, so that the fewest bits are sent.
 *
 * <p>Every layer but the last composes each of its groups to one map; the lowest group, which holds
 * the leaf, to a value. The last layer composes what is left by products of all subsets, or by a
 * randomised determinant whose corner is such a group of its lowest maps (Ishai and Kushilevitz,
 * FOCS 2000, after the shape; the corner is our own).
 *
 * @param output what the last round leaves
 * @param layers for each layer but the last the number of maps in each group, lowest first
 * @param lastMaps maps that the last layer composes, behind a leaf
 * @param corner how many of them make the corner of the determinant, or {@link #MONOMIALS}
 * @param nodesReplicated whether the first of two layers leaves replicated shares, so that every
 *     party can be the referee of the last
 * @param rounds rounds with the announcement of an opened bit
 * @param bits bits that all three parties send together for one value
 */
public record ChainPlan(
    Output output,
    List<List<Integer>> layers,
    int lastMaps,
    int corner,
    boolean nodesReplicated,
    int rounds,
    long bits) {
  /** The {@link #corner} of a last layer without a determinant. */
  public static final int MONOMIALS = -1;

  /** What the last round leaves. */
  public enum Output {
    /** A bit that all parties know. */
    OPEN,
    /** A replicated sharing of the bit. */
    REPLICATED,
    /** A bit at one party whose xor with one that both others know is the result. */
    SPLIT
  }

  private record Key(int width, int rounds, Output output, boolean sign) {}

  private static final Map<Key, ChainPlan> KNOWN = new ConcurrentHashMap<>();

  /** Copies the layers. */
  public ChainPlan {
    layers = layers.stream().map(List::copyOf).toList();
  }

  /**
   * The cheapest plan for the most significant bit of a value of {@code width} bits.
   *
   * @throws IllegalArgumentException if there is none of so many rounds
   */
  public static ChainPlan sign(int width, int rounds, Output output) {
    if (width < 2 || width > Long.SIZE) {
      throw new IllegalArgumentException("expected a width of 2 to 64 bits, got " + width);
    }
    return KNOWN.computeIfAbsent(
        new Key(width, rounds, output, true),
        _ -> found(ChainSearch.sign(width - 1, rounds, output), "sign", width, rounds));
  }

  /**
   * The cheapest plan of at most so many rounds; of equally cheap ones that of fewest rounds.
   * (Narrow rings have few layers, and more rounds do not always save bits.)
   */
  public static ChainPlan signWithin(int width, int rounds, Output output) {
    int announcing = output == Output.OPEN && rounds > 1 ? 1 : 0;
    ChainPlan best = sign(width, 1 + announcing, output);
    for (int r = 2; r < width && r + announcing <= rounds; r++) {
      ChainPlan plan = sign(width, r + announcing, output);
      best = plan.bits < best.bits ? plan : best;
    }
    return best;
  }

  /**
   * The cheapest plan for the carry out of {@code width} bits, left as a split bit.
   *
   * @throws IllegalArgumentException if there is none of so many rounds
   */
  public static ChainPlan carry(int width, int rounds) {
    if (width < 1 || width > Long.SIZE) {
      throw new IllegalArgumentException("expected a width of 1 to 64 bits, got " + width);
    }
    return KNOWN.computeIfAbsent(
        new Key(width, rounds, Output.SPLIT, false),
        _ -> found(ChainSearch.carry(width, rounds), "carry", width, rounds));
  }

  private static ChainPlan found(ChainPlan plan, String what, int width, int rounds) {
    if (rounds < 1 || plan.bits >= ChainSearch.NEVER) {
      throw new IllegalArgumentException(
          "expected a number of rounds in which a "
              + what
              + " of "
              + width
              + " bits can be had, got "
              + rounds);
    }
    return plan;
  }

  /** Whether the last layer is a determinant. */
  public boolean isDeterminant() {
    return corner != MONOMIALS;
  }

  /**
   * Whether one referee learns the bit behind the first layer and tells it: the first holder, who
   * then adds the top bit of its addend itself.
   */
  public boolean endsAtFirstHolder() {
    return output == Output.OPEN && !nodesReplicated && !layers.isEmpty();
  }

  /**
   * Who does what in a step, as places after the party that holds c: 0, 1 or 2.
   *
   * @param holder knows alphas
   * @param helper knows betas and sends
   * @param referee knows betas and is sent to
   */
  public record Roles(int holder, int helper, int referee) {
    /** With the helper as the referee. */
    public Roles swapped() {
      return new Roles(holder, referee, helper);
    }

    /** Of the next layer: the referee has the results and becomes the holder. */
    Roles turned() {
      int nextHelper = holder;
      int nextReferee = helper;
      return new Roles(referee, nextHelper, nextReferee);
    }
  }

  /** The roles of each layer and then of the last, where a referee is the next layer's holder. */
  public List<Roles> roles() {
    List<Roles> roles = new ArrayList<>();
    Roles now = new Roles(0, 1, 2);
    for (int i = 0; i < layers.size(); i++) {
      boolean beforeLast = endsAtFirstHolder() && i == layers.size() - 1;
      if (beforeLast && now.referee == 0) {
        now = now.swapped();
      }
      roles.add(now);
      now = now.turned();
    }
    roles.add(endsAtFirstHolder() && now.helper == 0 ? now.swapped() : now);
    return roles;
  }
}
