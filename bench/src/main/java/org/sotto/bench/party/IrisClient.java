package org.sotto.bench.party;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.PartyCost;
import org.sotto.bench.cost.Profile;
import org.sotto.codec.Opaque;
import org.sotto.codec.Ring16Vec;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisTemplate;
import org.sotto.net.Channel;
import org.sotto.net.Mesh;
import org.sotto.net.Session;
import org.sotto.net.error.DesyncException;

/**
 * The owner of the templates: shares them to three parties and learns which entries match. Belongs
 * to the thread that made it.
 */
public final class IrisClient implements AutoCloseable {
  private static final int PARTIES = 3;

  private final List<Session> sessions = new ArrayList<>();
  private int jobs;

  /**
   * What came of a query.
   *
   * @param matches one bit an entry; all parties opened the same
   * @param costs one row a party, key exchange included
   * @param millis the time that the slowest party took
   */
  public record Answer(List<Boolean> matches, List<PartyCost> costs, double millis) {}

  /**
   * @param mesh this client's, with the id {@code 3} behind three parties
   */
  public IrisClient(Mesh mesh) {
    for (int party = 0; party < PARTIES; party++) {
      String name = mesh.parties().party(party).name();
      sessions.add(mesh.session(Jobs.sessionName(name), Jobs.options(party)));
    }
  }

  /**
   * Compares a query with each entry.
   *
   * @throws IllegalStateException if a party failed, with its words, or their answers differ
   */
  public Answer query(
      IrisTemplate query, List<IrisTemplate> entries, Profile profile, AdderChoice adder) {
    int job = ++jobs;
    GaloisShares[] queryShares = GaloisShares.share(query);
    List<GaloisShares[]> entryShares = entries.stream().map(GaloisShares::share).toList();
    for (int party = 0; party < PARTIES; party++) {
      Channel channel = sessions.get(party).to(party);
      channel.send(new Opaque(new Jobs.Request(job, profile.name(), adder.name(), entries.size())));
      send(channel, queryShares[party]);
      for (GaloisShares[] shares : entryShares) {
        send(channel, shares[party]);
      }
      channel.flush();
    }
    List<PartyCost> costs = new ArrayList<>();
    long nanos = 0;
    boolean[] first = null;
    List<String> failures = new ArrayList<>();
    for (int party = 0; party < PARTIES; party++) {
      Session session = sessions.get(party);
      String name = session.parties().party(party).name();
      switch (session.to(party).receive(Opaque.class).value()) {
        case Jobs.Result result when result.job() == job -> {
          costs.add(result.cost());
          nanos = Math.max(nanos, result.wallNanos());
          if (first != null && !Arrays.equals(first, result.matches())) {
            throw new IllegalStateException("job " + job + ": the parties' answers differ");
          }
          first = result.matches();
        }
        case Jobs.Failure failure -> failures.add(name + ": " + failure.text());
        default -> throw new DesyncException(party, name + ": expected the result of job " + job);
      }
    }
    if (first == null || !failures.isEmpty()) {
      throw new IllegalStateException("job " + job + " failed: " + String.join("; ", failures));
    }
    List<Boolean> matches = new ArrayList<>();
    for (boolean match : first) {
      matches.add(match);
    }
    return new Answer(matches, costs, nanos / 1e6);
  }

  private static void send(Channel channel, GaloisShares shares) {
    channel.send(new Ring16Vec(shares.code()));
    channel.send(new Ring16Vec(shares.mask()));
  }

  /** Says farewell to the parties that are still there. */
  @Override
  public void close() {
    for (int party = 0; party < sessions.size(); party++) {
      try (Session session = sessions.get(party)) {
        if (session.isOpen()) {
          session.to(party).send(new Opaque(new Jobs.Farewell()));
        }
      }
    }
  }
}
