package org.sotto.mpc.iris;

import java.util.List;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Comparison;
import org.sotto.mpc.Lift;
import org.sotto.mpc.Minimum;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;

/**
 * Sotto's own protocol: additive dot products go straight to two-addend form, dot products below
 * 2^14 in magnitude are lifted to Z_2^30 without a carry, the cross product goes to two-addend form
 * again or is reshared, as the strategy wants it, and its sign is opened.
 *
 * <p>Semi-honest, honest majority. Leaks the comparison bits, which it opens, and nothing else; the
 * argument for each step is in docs/three-party.md. Cost: {@link
 * org.sotto.mpc.CostFormula#evalLessThan}.
 */
public final class ReplicatedIris implements IrisProtocol {
  private final Arithmetic arithmetic;
  private final Lift lift;
  private final Comparison comparison;
  private final Strategy strategy;
  private final ThreeParty mpc;

  /** A protocol of one run by one strategy. */
  public ReplicatedIris(ThreeParty mpc, Strategy strategy) {
    this.mpc = mpc;
    this.arithmetic = new Arithmetic(mpc);
    this.lift = new Lift(mpc);
    this.comparison = new Comparison(mpc, strategy);
    this.strategy = strategy;
  }

  @Override
  public Ring ring() {
    return Ring.Z30;
  }

  @Override
  public DistanceShares evalDistance(GaloisShares.Query query, List<GaloisShares> entries) {
    return evalDistance(List.of(query), entries);
  }

  /** Distances of each query to n entries, those of the first query first. */
  public DistanceShares evalDistance(List<GaloisShares.Query> queries, List<GaloisShares> entries) {
    int n = queries.size() * entries.size();
    long[] dots = new long[2 * n];
    for (int q = 0; q < queries.size(); q++) {
      long[] of = queries.get(q).dots(entries);
      System.arraycopy(of, 0, dots, q * entries.size(), entries.size());
      System.arraycopy(of, entries.size(), dots, n + q * entries.size(), entries.size());
    }
    try (var _ = mpc.session().phase("eval-distance")) {
      RingShares lifted = lift.bounded(arithmetic.split(Ring.Z16, dots), Ring.Z30);
      // The mask's numbers stand for two code bits each.
      return new DistanceShares(lifted.slice(0, n), lifted.slice(n, 2 * n).times(2));
    }
  }

  @Override
  public BitVec lessThan(DistanceShares left, DistanceShares right) {
    try (var _ = mpc.session().phase("less-than")) {
      return comparison.openMsbOfAdditive(Ring.Z30, left.crossAddends(right));
    }
  }

  /**
   * For each of n candidates the least of its distances, such as those of rotations of a template:
   * a tournament by {@link Minimum}.
   *
   * @param distances distance j of candidate i at j * n + i
   */
  public DistanceShares least(DistanceShares distances, int n) {
    try (var _ = mpc.session().phase("least")) {
      Minimum minimum =
          new Minimum(
              mpc,
              strategy,
              (left, right) -> arithmetic.split(Ring.Z30, of(left).crossAddends(of(right))));
      List<RingShares> least = minimum.tournament(List.of(distances.code(), distances.mask()), n);
      return of(least);
    }
  }

  private static DistanceShares of(List<RingShares> columns) {
    return new DistanceShares(columns.getFirst(), columns.getLast());
  }
}
