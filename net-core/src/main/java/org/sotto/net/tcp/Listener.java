package org.sotto.net.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.sotto.net.error.ConnectException;
import org.sotto.net.party.Endpoint;
import org.sotto.net.tls.TlsFailure;

/**
 * Accepts connections and gives those that say hello in time to their consumer. Strangers (a port
 * scan, an HTTP client, garbage, silence) are refused one by one and named in the log.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Listener {
  private static final System.Logger LOG = System.getLogger(Listener.class.getName());

  /** The most connections that may be shaking hands at once. */
  static final int MAX_HANDSHAKES = 512;

  /** Takes a connection whose hello is complete; runs on the event loop. */
  interface Welcome {
    void accept(SocketChannel channel, Handshake handshake, Hello hello);
  }

  private final AtomicInteger shaking = new AtomicInteger();
  private final Channel server;

  Listener(
      SocketIo io,
      EventLoopGroup group,
      Security security,
      Endpoint bind,
      Duration timeout,
      Welcome welcome) {
    ChannelFuture bound =
        io.listening(group, children(security, timeout, welcome))
            .bind(new InetSocketAddress(bind.host(), bind.port()))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ConnectException(
          "cannot listen on "
              + bind
              + ": "
              + bound.cause().getMessage()
              + " (is another party or program using the port?)",
          bound.cause());
    }
    this.server = bound.channel();
  }

  /** The port in use, which the system chose if 0 was asked for. */
  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  private ChannelInitializer<SocketChannel> children(
      Security security, Duration timeout, Welcome welcome) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        String from = String.valueOf(channel.remoteAddress());
        if (shaking.incrementAndGet() > MAX_HANDSHAKES) {
          shaking.decrementAndGet();
          refused(from, "too many handshakes at once, at most " + MAX_HANDSHAKES);
          channel.close();
          return;
        }
        Handshake handshake = new Handshake();
        security.accepting(channel);
        channel.pipeline().addLast(handshake);
        handshake.expire(channel, timeout);
        var _ =
            handshake
                .hello()
                .whenComplete(
                    (hello, failure) -> {
                      shaking.decrementAndGet();
                      if (failure == null) {
                        welcome.accept(channel, handshake, hello);
                      } else {
                        refused(from, reason(failure));
                        if (failure instanceof RefusedException) {
                          // Before the handshake closes it: a party of another version, or one
                          // that speaks TLS to us, need not try again.
                          handshake.send(channel, out -> Hello.writeRefusal(out, reason(failure)));
                        }
                      }
                    });
      }
    };
  }

  private static String reason(Throwable failure) {
    TlsFailure tls = TlsFailure.of(failure);
    return tls.fatal() ? tls.reason() : String.valueOf(failure.getMessage());
  }

  /** Tells a peer that has said hello why it is refused, and closes. */
  static void refuse(SocketChannel channel, Handshake handshake, String why) {
    refused(String.valueOf(channel.remoteAddress()), why);
    turnAway(channel, handshake, why);
  }

  /** The same to a party that could not know better, without a word in the log. */
  static void turnAway(SocketChannel channel, Handshake handshake, String why) {
    handshake
        .send(channel, out -> Hello.writeRefusal(out, why))
        .addListener(sent -> channel.close());
  }

  static void refused(String from, String why) {
    LOG.log(System.Logger.Level.WARNING, "refused a connection from {0}: {1}", from, why);
  }

  void close() {
    server.close().awaitUninterruptibly();
  }
}
