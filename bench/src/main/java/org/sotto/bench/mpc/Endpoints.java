package org.sotto.bench.mpc;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.tls.keys.PartyKeys;

/** One process's ends: the plain ring, a mesh in the clear and one with TLS. */
record Endpoints(PlainRing ring, Mesh mesh, Mesh secure) implements AutoCloseable {
  static final List<String> NAMES = List.of("alice", "bob", "charlie");

  /** How many ports all of them take: three for the ring, then for each mesh. */
  private static final int PORTS = 9;

  /** Ports that are free now. */
  static List<Integer> freePorts() {
    String[] names = new String[PORTS];
    Arrays.setAll(names, i -> "port-" + i);
    return Parties.loopbackTable(names).all().stream().map(party -> party.bind().port()).toList();
  }

  /**
   * Joins the two others.
   *
   * @param keys the folder of all parties' certificates
   * @param wanted whether to go on waiting for them
   */
  static Endpoints join(int self, List<Integer> ports, Path keys, BooleanSupplier wanted)
      throws IOException {
    PlainRing ring = PlainRing.join(self, ports.subList(0, 3), wanted);
    try {
      MeshOptions options = MeshOptions.defaults();
      String name = NAMES.get(self);
      TlsIdentity identity =
          TlsIdentity.load(
              PartyKeys.certificateFile(keys, name),
              PartyKeys.keyFile(keys, name),
              PartyKeys.caFile(keys));
      Mesh mesh = Mesh.connect(table(ports.subList(3, 6)), self, options);
      Mesh secure = Mesh.connect(table(ports.subList(6, 9)), self, options.withTls(identity));
      return new Endpoints(ring, mesh, secure);
    } catch (RuntimeException e) {
      ring.close(); // So that the others end too.
      throw e;
    }
  }

  private static PartyTable table(List<Integer> ports) {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    List<Party> parties = new ArrayList<>();
    for (int i = 0; i < ports.size(); i++) {
      parties.add(new Party(i, NAMES.get(i), new Endpoint(host, ports.get(i))));
    }
    return new PartyTable(parties);
  }

  @Override
  public void close() throws IOException {
    ring.close();
    mesh.close();
    secure.close();
  }
}
