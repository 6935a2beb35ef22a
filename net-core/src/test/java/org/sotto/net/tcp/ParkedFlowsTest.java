package org.sotto.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.party.PartyTable;

/** A member that dials again and again while the session's thread computes. */
@Timeout(30)
final class ParkedFlowsTest {
  private static final int DIALED = 100;
  private static final int MOST_PARKED = 64;

  private final Set<Socket> told = new HashSet<>();

  @Test
  void connectionsThatAThreadHasNotLookedAtAreBounded() throws Exception {
    PartyTable table = Parties.loopbackTable("alice", "mallory");
    var connecting =
        CompletableFuture.supplyAsync(() -> Mesh.connect(table, 0, MeshOptions.defaults()));
    CountDownLatch looksNoMore = new CountDownLatch(1);
    CountDownLatch computes = new CountDownLatch(1);
    List<Socket> sockets = new ArrayList<>();
    try (RawPeer mallory = RawPeer.soon(table, 1, 0);
        Mesh alice = connecting.join()) {
      var session =
          CompletableFuture.supplyAsync(
              () -> {
                try (Session open = alice.session("busy")) {
                  looksNoMore.countDown();
                  assertThat(computes.await(20, TimeUnit.SECONDS)).isTrue();
                  return open.next().receiveBytes(3);
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
              });
      RawPeer.SessionFlow flow = mallory.session("busy", 0);
      // While it opens the session, its thread takes connections, and closes all but the last.
      assertThat(looksNoMore.await(20, TimeUnit.SECONDS)).isTrue();
      for (int i = 0; i < DIALED; i++) {
        sockets.add(mallory.unanswered(flow.number(), 1, 0));
      }
      // Which of them are refused, the order of their hellos decides.
      await().until(() -> refused(sockets) >= DIALED - MOST_PARKED);
      // What it opened first is as good as ever.
      flow.socket().getOutputStream().write(new byte[] {3 << 2, 1, 2, 3});
      computes.countDown();
      assertThat(session.get(10, TimeUnit.SECONDS)).containsExactly(1, 2, 3);
      flow.close();
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }

  /** How many have been told that there are too many. */
  private int refused(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      if (!told.contains(socket) && socket.getInputStream().available() > 0) {
        String said = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(said).contains("that its thread has not looked at");
        told.add(socket);
      }
    }
    return told.size();
  }
}
