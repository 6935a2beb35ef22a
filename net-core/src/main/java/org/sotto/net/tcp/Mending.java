package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.TlsException;

/**
 * Dials a link's peer for connections that are missing, until they stand: a flow that has none yet,
 * or whose connection dropped. A link that is lost or leaves dials no more.
 */
@SuppressWarnings({
  "FutureReturnValueIgnored", // what fails closes its channel, and that is heard
  "UndefinedEquals" // each future is itself
})
final class Mending {
  private static final Dialer.Patience PATIENCE =
      new Dialer.Patience(Duration.ofDays(365), Duration.ofSeconds(30), Duration.ofMillis(250));

  private final TcpTransport mesh;
  private final Link link;
  private final Set<CompletableFuture<?>> dialing = ConcurrentHashMap.newKeySet();

  Mending(TcpTransport mesh, Link link) {
    this.mesh = mesh;
    this.link = link;
  }

  /** Takes a connection for a flow that has shaken hands. */
  interface Adopter {
    void adopt(SocketChannel channel, Handshake handshake, Hello.Flow hello);
  }

  /**
   * Dials until a connection for a flow stands; on the event loop.
   *
   * @param session the peer's number of the session, or 0 for a flow of the link
   * @param refused run if the peer does not know the flow
   */
  void flow(int session, Flow flow, Adopter adopter, Runnable refused) {
    long received = flow.received();
    dial(
        () -> mesh.flowHello(session, flow.index(), received),
        met -> {
          if (met.answer() instanceof Hello.Flow answer) {
            adopter.adopt(met.channel(), met.handshake(), answer);
          } else {
            met.channel().close();
          }
        },
        refused);
  }

  /** Dials until the control flow stands again, if the peer is still the process it was. */
  void control(Flow control) {
    String peer = link.peer().label();
    dial(
        () -> mesh.controlHello(control),
        met -> {
          if (!(met.answer() instanceof Hello.Control answer)) {
            met.channel().close();
          } else if (link.isSameMesh(answer)) {
            link.controlUp(met.channel(), met.handshake(), answer);
          } else {
            met.channel().close();
            link.lost(new ConnectException(peer + " was started again", null));
          }
        },
        () -> link.lost(new ConnectException(peer + " does not know this mesh any more", null)));
  }

  private void dial(Supplier<Hello> hello, Consumer<Dialer.Met> then, Runnable refused) {
    if (link.lost() != null || link.isLeaving()) {
      return;
    }
    var attempt = mesh.dialer(link, hello, PATIENCE).dial();
    dialing.add(attempt);
    var _ =
        attempt.whenComplete(
            (met, failure) -> {
              dialing.remove(attempt);
              if (failure == null) {
                link.loop().execute(() -> then.accept(met));
              } else if (failure instanceof TlsException tls && link.lost() == null) {
                var why = new ConnectException(String.valueOf(tls.getMessage()), tls);
                link.loop().execute(() -> link.lost(why));
              } else if (failure instanceof ConnectException && link.lost() == null) {
                link.loop().execute(refused);
              }
            });
  }

  /** Ends all attempts. */
  void stop() {
    dialing.forEach(attempt -> attempt.cancel(false));
  }
}
