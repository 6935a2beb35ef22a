package org.sotto.bench.party;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.PartyCost;
import org.sotto.bench.cost.Profile;
import org.sotto.codec.BitVec;
import org.sotto.codec.Opaque;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.SottoException;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.net.Channel;
import org.sotto.net.CostLedger;
import org.sotto.net.Mesh;
import org.sotto.net.Session;

/** One of the three computing parties: serves the jobs of a client until it says farewell. */
public final class PartyServer {
  private static final System.Logger LOG = System.getLogger(PartyServer.class.getName());

  private final Mesh mesh;

  /**
   * @param mesh of three parties and a client, in this order
   */
  public PartyServer(Mesh mesh) {
    if (mesh.parties().size() != 4) {
      throw new IllegalArgumentException(
          "a party's table: expected three parties and a client, got " + mesh.parties().size());
    }
    this.mesh = mesh;
  }

  /** Serves until the client leaves. */
  public void serve() {
    String name = mesh.parties().party(mesh.self()).name();
    try (Session session = mesh.session(Jobs.sessionName(name), Jobs.options(mesh.self()))) {
      Channel client = session.to(Jobs.CLIENT);
      while (client.receive(Opaque.class).value() instanceof Jobs.Request request) {
        try {
          client.send(new Opaque(answer(request, client)));
          session.flush();
        } catch (SottoException | IllegalArgumentException e) {
          LOG.log(System.Logger.Level.ERROR, "job {0}: {1}", request.job(), e.getMessage());
          client.send(new Opaque(new Jobs.Failure(request.job(), String.valueOf(e.getMessage()))));
          throw e;
        }
      }
    }
  }

  private Jobs.Result answer(Jobs.Request request, Channel client) {
    if (request.entries() < 0 || request.entries() > Jobs.MOST_ENTRIES) {
      throw new IllegalArgumentException(
          "job: expected at most " + Jobs.MOST_ENTRIES + " entries, got " + request.entries());
    }
    Profile profile = Profile.valueOf(request.profile());
    AdderChoice adder = AdderChoice.valueOf(request.adder());
    GaloisShares query = template(client);
    List<GaloisShares> entries = new ArrayList<>();
    for (int i = 0; i < request.entries(); i++) {
      entries.add(template(client));
    }
    String session =
        String.format(
            Locale.ROOT, "job %d, %s, %s", request.job(), request.profile(), request.adder());
    try (Session among = mesh.session(session, profile.options().among(0, 1, 2))) {
      return compute(request, among, adder, query, entries);
    }
  }

  private static Jobs.Result compute(
      Jobs.Request request,
      Session session,
      AdderChoice adder,
      GaloisShares query,
      List<GaloisShares> entries) {
    try (ThreeParty mpc = adder.setUp(session)) {
      IrisProtocol iris = adder.iris(mpc);
      DistanceShares distances = iris.evalDistance(query.asQuery(mpc.self()), entries);
      BitVec bits =
          iris.lessThan(
              distances,
              DistanceShares.constant(
                  iris.ring(), mpc.self(), IrisDistance.THRESHOLD, distances.size()));
      boolean[] matches = new boolean[bits.size()];
      for (int i = 0; i < matches.length; i++) {
        matches[i] = bits.get(i);
      }
      CostLedger costs = session.costs();
      String name = session.parties().party(session.self()).name();
      return new Jobs.Result(
          request.job(), matches, PartyCost.of(name, costs), costs.total().wallNanos());
    }
  }

  private static GaloisShares template(Channel client) {
    return new GaloisShares(
        client.receive(Ring16Vec.class).elements(), client.receive(Ring16Vec.class).elements());
  }
}
