package org.sotto.bench.cost;

import java.util.List;
import java.util.stream.IntStream;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.mpc.iris.ReplicatedIris;

/** Operations on iris templates, by Sotto's protocols or the pull request's. */
final class IrisSides {
  private final AdderChoice choice;
  private final int n;
  private final OperationInputs inputs;

  IrisSides(AdderChoice choice, int n, OperationInputs inputs) {
    this.choice = choice;
    this.n = n;
    this.inputs = inputs;
  }

  Side evalLessThan() {
    OperationInputs.Templates templates = inputs.templates(1, n);
    BitVec matches = Side.plain(n, i -> templates.distance(0, i).lessThan(IrisDistance.THRESHOLD));
    return Side.opened(
        matches,
        mpc -> {
          IrisProtocol iris = choice.iris(mpc);
          DistanceShares distances =
              iris.evalDistance(
                  templates.queriesOf(mpc.self()).getFirst(), templates.entriesOf(mpc.self()));
          return iris.lessThan(distances, threshold(mpc, iris.ring()));
        });
  }

  Side minRotation(Strategy strategy) {
    OperationInputs.Templates templates = inputs.templates(Operation.ROTATIONS, n);
    BitVec matches =
        Side.plain(
            n,
            i ->
                IntStream.range(0, Operation.ROTATIONS)
                    .anyMatch(q -> templates.distance(q, i).lessThan(IrisDistance.THRESHOLD)));
    return Side.opened(
        matches,
        mpc -> {
          ReplicatedIris iris = new ReplicatedIris(mpc, strategy);
          List<GaloisShares.Query> queries = templates.queriesOf(mpc.self());
          DistanceShares all = iris.evalDistance(queries, templates.entriesOf(mpc.self()));
          return iris.lessThan(iris.least(all, n), threshold(mpc, iris.ring()));
        });
  }

  private DistanceShares threshold(ThreeParty mpc, Ring ring) {
    return DistanceShares.constant(ring, mpc.self(), IrisDistance.THRESHOLD, n);
  }

  /** The pull request's comparison of fractions. */
  Side parityLessThan() {
    Ring ring = Ring.Z32;
    long[][] parts = new long[4][n];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < 4; j++) {
        long bits = inputs.elements(ring, 1)[0];
        parts[j][i] = j % 2 == 0 ? bits % 12_800 - 6_400 : bits % 12_800;
      }
    }
    RingShares[][] shared = new RingShares[4][];
    for (int j = 0; j < 4; j++) {
      shared[j] = inputs.share(ring, parts[j]);
    }
    BitVec less = Side.plain(n, i -> parts[2][i] * parts[1][i] - parts[0][i] * parts[3][i] < 0);
    return Side.opened(
        less,
        mpc -> {
          int self = mpc.self();
          return choice
              .iris(mpc)
              .lessThan(
                  new DistanceShares(shared[0][self], shared[1][self]),
                  new DistanceShares(shared[2][self], shared[3][self]));
        });
  }
}
