package org.sotto.bench.cost;

import java.util.Optional;
import org.sotto.mpc.Adder;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.mpc.iris.ReplicatedIris;
import org.sotto.mpc.parity.ParityIris;
import org.sotto.net.Session;

/** Whose protocol runs, and with which adder. */
public enum AdderChoice {
  /** The pull request's protocol, message for message. */
  PARITY,
  /** Sotto's, carries one after the other: fewest bytes. */
  RIPPLE,
  /** Sotto's, carries in a tree: fewer rounds. */
  PREFIX;

  /** The key exchange: as a value where the pull request sends one, else bare. */
  public ThreeParty setUp(Session session) {
    return this == PARITY ? ThreeParty.setUpWithValues(session) : ThreeParty.setUp(session);
  }

  /** The iris protocol. */
  public IrisProtocol iris(ThreeParty mpc) {
    return adder()
        .<IrisProtocol>map(a -> new ReplicatedIris(mpc, a))
        .orElseGet(() -> new ParityIris(mpc));
  }

  /** Sotto's adder, or empty for {@link #PARITY}. */
  public Optional<Adder> adder() {
    return switch (this) {
      case PARITY -> Optional.empty();
      case RIPPLE -> Optional.of(Adder.RIPPLE);
      case PREFIX -> Optional.of(Adder.PREFIX);
    };
  }
}
