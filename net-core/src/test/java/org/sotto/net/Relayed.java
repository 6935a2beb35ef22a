package org.sotto.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.link.Relay;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** Parties on loopback, each listening behind a relay whose connections a test can cut. */
record Relayed(PartyTable table, List<Relay> relays) implements AutoCloseable {
  private static final LinkProfile FAST = LinkProfile.of("fast", Duration.ZERO, 100_000_000_000L);

  static Relayed parties(int count) {
    PartyTable direct = Parties.loopbackTable(Parties.names(count));
    List<Relay> relays = new ArrayList<>();
    List<Party> rows = new ArrayList<>();
    for (Party party : direct.all()) {
      Relay relay = Relay.to(party.bind(), FAST, party.id());
      relays.add(relay);
      rows.add(new Party(party.id(), party.name(), relay.endpoint(), party.bind()));
    }
    return new Relayed(new PartyTable(rows), relays);
  }

  Parties connect(MeshOptions options) {
    return Parties.connecting(table, (all, self) -> Mesh.connect(all, self, options));
  }

  /** Cuts one connection somewhere; whether there was one. */
  boolean cutOne(RandomGenerator random) {
    return relays.get(random.nextInt(relays.size())).cutOne(random);
  }

  /** Cuts all there are. */
  void cutAll() {
    relays.forEach(Relay::cut);
  }

  void refuseFor(Duration time) {
    relays.forEach(relay -> relay.refuseFor(time));
  }

  @Override
  public void close() {
    relays.forEach(Relay::close);
  }
}
