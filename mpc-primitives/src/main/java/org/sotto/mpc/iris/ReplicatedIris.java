package org.sotto.mpc.iris;

import java.util.List;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Comparison;
import org.sotto.mpc.Lift;
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
  private final ThreeParty mpc;

  /** A protocol of one run by one strategy. */
  public ReplicatedIris(ThreeParty mpc, Strategy strategy) {
    this.mpc = mpc;
    this.arithmetic = new Arithmetic(mpc);
    this.lift = new Lift(mpc);
    this.comparison = new Comparison(mpc, strategy);
  }

  @Override
  public Ring ring() {
    return Ring.Z30;
  }

  @Override
  public DistanceShares evalDistance(GaloisShares.Query query, List<GaloisShares> entries) {
    int n = entries.size();
    try (var _ = mpc.session().phase("eval-distance")) {
      RingShares lifted = lift.bounded(arithmetic.split(Ring.Z16, query.dots(entries)), Ring.Z30);
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
}
