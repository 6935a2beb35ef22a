package org.sotto.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.LeakWatch;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** Whoever is not a party is refused and named, and hurts neither listener nor run. */
@Timeout(20)
final class StrangerTest {
  private final LeakWatch log = new LeakWatch(Listener.class.getName());
  private final PartyTable table = Parties.loopbackTable("alice", "bob", "charlie");
  private final MeshOptions options =
      MeshOptions.defaults()
          .withConnectDeadline(Duration.ofSeconds(8))
          .withHandshakeTimeout(Duration.ofMillis(800));
  private final List<Socket> strangers = new ArrayList<>();

  @AfterEach
  void restoreLog() throws IOException {
    for (Socket socket : strangers) {
      socket.close();
    }
    log.close();
  }

  private void stranger(Endpoint at, boolean close, byte[]... parts) throws IOException {
    Socket socket = new Socket(at.host(), at.port());
    strangers.add(socket);
    OutputStream out = socket.getOutputStream();
    try {
      for (byte[] part : parts) {
        out.write(part);
        out.flush();
      }
      if (close) {
        socket.shutdownOutput();
      }
    } catch (IOException e) {
      // Refused before all was written.
    }
  }

  private void allStrangersAt(Endpoint at) throws IOException {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    byte[] noise = new byte[64 << 10];
    new SplittableRandom(seed).nextBytes(noise);
    byte[] hello = flowHello();
    byte[] half = Arrays.copyOf(hello, hello.length / 2);
    byte[] longest = Arrays.copyOf(hello, Hello.PREFIX_BYTES);
    longest[8] = -1;
    longest[9] = -1;
    byte[] version = hello.clone();
    version[7] = 9;
    byte[] malformed = hello.clone();
    malformed[8]--;
    byte[] tls = {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xFC, 3, 3};
    stranger(at, false, "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.UTF_8));
    stranger(at, false, noise);
    stranger(at, false, half);
    stranger(at, true, half);
    stranger(at, true);
    stranger(at, false);
    stranger(at, false, tls);
    stranger(at, false, longest);
    stranger(at, false, version);
    stranger(at, false, malformed);
    stranger(at, false, hello);
    dripping(at, hello);
  }

  private static byte[] flowHello() {
    io.netty.buffer.ByteBuf out = io.netty.buffer.Unpooled.buffer();
    new Hello.Flow(2, new byte[16], 1, 0, 0).write(out);
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  /** One byte at a time, slower than the handshake may take. */
  private void dripping(Endpoint at, byte[] hello) throws IOException {
    Socket socket = new Socket(at.host(), at.port());
    strangers.add(socket);
    Thread.ofVirtual()
        .start(
            () -> {
              CountDownLatch never = new CountDownLatch(1);
              try {
                for (byte b : hello) {
                  socket.getOutputStream().write(b);
                  if (never.await(25, TimeUnit.MILLISECONDS)) {
                    return;
                  }
                }
              } catch (IOException | InterruptedException e) {
                // Refused, as it should be.
              }
            });
  }

  private void eachIsRefusedAndNamed() {
    await()
        .atMost(Duration.ofSeconds(6))
        .untilAsserted(
            () -> {
              String text = log.text();
              for (Socket stranger : strangers) {
                assertThat(text).contains("127.0.0.1:" + stranger.getLocalPort() + ": ");
              }
            });
  }

  private static long descriptors() throws IOException {
    try (var entries = Files.list(Path.of("/proc/self/fd"))) {
      return entries.count();
    }
  }

  private static CompletableFuture<Integer> rounds(Mesh mesh, AtomicBoolean stop) {
    return CompletableFuture.supplyAsync(
        () -> {
          int rounds = 0;
          boolean last = false;
          while (!last) {
            try (Session session = mesh.session("beside")) {
              last = stop.get();
              for (int i = 0; i < 200; i++) {
                session.next().sendRing32(new int[] {session.self(), last ? 1 : 0});
                int[] got = session.previous().receiveRing32(2);
                assertThat(got[0]).isEqualTo((session.self() + 2) % 3);
                last |= got[1] == 1;
                rounds++;
              }
            }
          }
          return rounds;
        },
        task -> Thread.ofPlatform().daemon().start(task));
  }

  private List<Mesh> connectAll() throws Exception {
    List<CompletableFuture<Mesh>> connecting = new ArrayList<>();
    for (Party party : table.all()) {
      connecting.add(connect(party.id()));
    }
    List<Mesh> meshes = new ArrayList<>();
    for (CompletableFuture<Mesh> mesh : connecting) {
      meshes.add(mesh.get(8, TimeUnit.SECONDS));
    }
    return meshes;
  }

  private CompletableFuture<Mesh> connect(int self) {
    return CompletableFuture.supplyAsync(
        () -> Mesh.connect(table, self, options), task -> Thread.ofPlatform().daemon().start(task));
  }

  @Test
  void strangersDuringTheConnectAreRefused() throws Exception {
    CompletableFuture<Mesh> alice = connect(0);
    CompletableFuture<Mesh> bob = connect(1);
    for (int id = 0; id < 2; id++) {
      Endpoint at = table.party(id).advertised();
      await().ignoreExceptions().until(() -> connects(at));
      allStrangersAt(at);
    }
    Mesh charlie = connect(2).get(8, TimeUnit.SECONDS);
    eachIsRefusedAndNamed();
    List<Mesh> meshes =
        List.of(alice.get(8, TimeUnit.SECONDS), bob.get(8, TimeUnit.SECONDS), charlie);
    runOnceAndClose(meshes);
  }

  private static boolean connects(Endpoint at) throws IOException {
    try (Socket probe = new Socket(at.host(), at.port())) {
      return probe.isConnected();
    }
  }

  private static void runOnceAndClose(List<Mesh> meshes) throws Exception {
    List<CompletableFuture<Integer>> runs = new ArrayList<>();
    for (Mesh mesh : meshes) {
      runs.add(rounds(mesh, new AtomicBoolean(true)));
    }
    for (CompletableFuture<Integer> run : runs) {
      assertThat(run.get(5, TimeUnit.SECONDS)).isEqualTo(200);
    }
    for (Mesh mesh : meshes) {
      mesh.close();
    }
  }

  @Test
  void strangersBesideARunAreRefusedAndLeaveNothingBehind() throws Exception {
    besideARun(
        () -> {
          for (Party party : table.all()) {
            allStrangersAt(party.advertised());
          }
        });
    assertThat(log.text())
        .contains(
            "magic: expected 'SOTTO', got 'GET / HT'",
            "no complete hello within PT0.8S",
            "ended before a complete hello",
            "protocol version: expected 2, got 9",
            "hello length: expected at most 4096, got 65535",
            "nonce: not of the mesh that charlie connected with",
            "malformed");
  }

  @Test
  void sixHundredSilentConnectionsAtOnceAreRefused() throws Exception {
    besideARun(
        () -> {
          for (int i = 0; i < 600; i++) {
            stranger(table.party(0).advertised(), false);
          }
        });
    assertThat(log.text()).contains("too many handshakes at once, at most 512");
  }

  private interface Strangers {
    void come() throws IOException;
  }

  private void besideARun(Strangers coming) throws Exception {
    List<Mesh> meshes = connectAll();
    long before = descriptors();
    AtomicBoolean stop = new AtomicBoolean();
    List<CompletableFuture<Integer>> runs = new ArrayList<>();
    for (Mesh mesh : meshes) {
      // Only party 0 decides; the others learn it by message.
      runs.add(rounds(mesh, mesh.self() == 0 ? stop : new AtomicBoolean()));
    }
    coming.come();
    eachIsRefusedAndNamed();
    stop.set(true);
    int rounds = 0;
    for (CompletableFuture<Integer> run : runs) {
      rounds += run.get(8, TimeUnit.SECONDS);
    }
    assertThat(rounds).isPositive().isEqualTo(3 * (rounds / 3));
    for (Socket socket : strangers) {
      socket.close();
    }
    await()
        .atMost(Duration.ofSeconds(5))
        .untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before));
    runOnceAndClose(meshes);
  }
}
