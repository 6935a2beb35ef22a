package org.sotto.mpc.iris;

import java.util.List;
import org.sotto.codec.BitVec;
import org.sotto.mpc.Ring;

/** Distances of templates and their comparison on shares, n at a time. */
public interface IrisProtocol {
  /** The ring of the distances that this protocol makes and compares. */
  Ring ring();

  /** Distances of one query to n entries, as replicated shares. */
  DistanceShares evalDistance(GaloisShares.Query query, List<GaloisShares> entries);

  /** Opens to all parties, for each pair, whether the left distance is the smaller one. */
  BitVec lessThan(DistanceShares left, DistanceShares right);
}
