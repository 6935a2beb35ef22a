package org.sotto.bench.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.tls.keys.PartyKeys;

/**
 * One process's ends: a plain socket for the yardstick, one for what is said between batches, and a
 * mesh in the clear and one with TLS.
 */
record Endpoints(int self, Socket plain, Socket other, Control control, Mesh mesh, Mesh secure)
    implements AutoCloseable {
  private static final List<String> NAMES = List.of("alice", "bob");
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int LOOK_MILLIS = 100;

  /** How many ports the meshes take. */
  static final int MESH_PORTS = 4;

  /**
   * The first process's ends.
   *
   * @param server where the second one connects its plain sockets
   * @param ports of each mesh's two parties
   * @param keys where the parties' keys are
   * @throws IOException if the second process ends, or does not come in time
   */
  static Endpoints accept(ServerSocket server, Process peer, List<Integer> ports, Path keys)
      throws IOException {
    Socket plain = accept(server, peer);
    return joined(0, plain, accept(server, peer), ports, keys);
  }

  /**
   * The second process's ends.
   *
   * @param port of the first one's plain sockets
   */
  static Endpoints connect(int port, List<Integer> ports, Path keys) throws IOException {
    InetSocketAddress at = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    Socket plain = connected(at);
    return joined(1, plain, connected(at), ports, keys);
  }

  private static Socket accept(ServerSocket server, Process peer) throws IOException {
    server.setSoTimeout(LOOK_MILLIS);
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (true) {
      try {
        return server.accept();
      } catch (SocketTimeoutException e) {
        if (!peer.isAlive()) {
          throw new IOException("the second process ended before it connected", e);
        }
        if (System.nanoTime() > end) {
          throw new IOException(
              "the second process did not connect within " + DEADLINE.toSeconds() + " s", e);
        }
      }
    }
  }

  private static Socket connected(InetSocketAddress at) throws IOException {
    Socket socket = new Socket();
    try {
      socket.connect(at, (int) DEADLINE.toMillis());
      return socket;
    } catch (IOException e) {
      socket.close();
      throw new ConnectException("the first process does not listen at " + at + ": " + e);
    }
  }

  private static Endpoints joined(
      int self, Socket plain, Socket other, List<Integer> ports, Path keys) throws IOException {
    try {
      plain.setTcpNoDelay(true);
      other.setTcpNoDelay(true);
      Control control = new Control(self, other);
      MeshOptions options = MeshOptions.defaults().withConnectDeadline(DEADLINE);
      String name = NAMES.get(self);
      TlsIdentity identity =
          TlsIdentity.load(
              PartyKeys.certificateFile(keys, name),
              PartyKeys.keyFile(keys, name),
              PartyKeys.caFile(keys));
      Mesh mesh = Mesh.connect(table(ports.get(0), ports.get(1)), self, options);
      Mesh secure =
          Mesh.connect(table(ports.get(2), ports.get(3)), self, options.withTls(identity));
      return new Endpoints(self, plain, other, control, mesh, secure);
    } catch (IOException | RuntimeException e) {
      plain.close();
      other.close(); // So that the other process ends too.
      throw e;
    }
  }

  static void writeKeys(Path folder) throws IOException {
    List<Path> _ = new PartyKeys(NAMES, 1).write(folder, true);
  }

  private static PartyTable table(int first, int second) {
    String host = InetAddress.getLoopbackAddress().getHostAddress();
    return new PartyTable(
        List.of(
            new Party(0, NAMES.get(0), new Endpoint(host, first)),
            new Party(1, NAMES.get(1), new Endpoint(host, second))));
  }

  /** Whether a process ends by itself soon. */
  static boolean ends(Process process, long seconds) {
    try {
      return process.waitFor(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    plain.close();
    other.close();
    mesh.close();
    secure.close();
  }
}
