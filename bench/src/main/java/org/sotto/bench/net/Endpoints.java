package org.sotto.bench.net;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.tls.keys.PartyKeys;

/**
 * One process's ends: a plain socket for the yardstick, and a mesh in the clear and one with TLS.
 */
record Endpoints(int self, SocketChannel plain, Mesh mesh, Mesh secure) implements AutoCloseable {
  private static final List<String> NAMES = List.of("alice", "bob");

  /**
   * Connects to the other process.
   *
   * @param ports of the plain socket, then of each mesh's two parties
   * @param keys where the parties' keys are
   */
  static Endpoints connect(int self, List<Integer> ports, Path keys) throws IOException {
    SocketChannel plain = plain(self, ports.getFirst());
    MeshOptions options = MeshOptions.defaults().withConnectDeadline(Duration.ofSeconds(30));
    String name = NAMES.get(self);
    TlsIdentity identity =
        TlsIdentity.load(
            PartyKeys.certificateFile(keys, name),
            PartyKeys.keyFile(keys, name),
            PartyKeys.caFile(keys));
    return new Endpoints(
        self,
        plain,
        Mesh.connect(table(ports.get(1), ports.get(2)), self, options),
        Mesh.connect(table(ports.get(3), ports.get(4)), self, options.withTls(identity)));
  }

  static void writeKeys(Path folder) throws IOException {
    List<Path> _ = new PartyKeys(NAMES, 1).write(folder, true);
  }

  private static SocketChannel plain(int self, int port) throws IOException {
    InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    SocketChannel socket;
    if (self == 0) {
      try (ServerSocketChannel server = ServerSocketChannel.open().bind(at)) {
        socket = server.accept();
      }
    } else {
      socket = connected(at);
    }
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    return socket;
  }

  private static SocketChannel connected(InetSocketAddress at) throws IOException {
    long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (true) {
      try {
        return SocketChannel.open(at);
      } catch (java.net.ConnectException e) {
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.onSpinWait(); // The first process listens in a moment.
      }
    }
  }

  private static PartyTable table(int first, int second) {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    return new PartyTable(
        List.of(
            new Party(0, NAMES.get(0), new Endpoint(host, first)),
            new Party(1, NAMES.get(1), new Endpoint(host, second))));
  }

  @Override
  public void close() throws IOException {
    plain.close();
    mesh.close();
    secure.close();
  }
}
