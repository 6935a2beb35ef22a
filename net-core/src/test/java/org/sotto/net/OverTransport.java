package org.sotto.net;

import java.util.SplittableRandom;

/** What the parts of the session contract ask of the transport under test. */
interface OverTransport {
  Parties parties(int count, MeshOptions options);

  default Parties parties(int count) {
    return parties(count, MeshOptions.defaults());
  }

  /** A generator whose seed is printed, so that a failure can be run again. */
  static SplittableRandom seeded() {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    return new SplittableRandom(seed);
  }
}
