package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.sotto.net.party.Party;
import org.sotto.net.tls.PeerCertificate;
import org.sotto.net.tls.TlsEngines;
import org.sotto.net.tls.TlsIdentity;

/** Puts TLS below the handshake of a connection, and holds the peer's hello to its certificate. */
final class Security {
  private final @Nullable TlsEngines engines;
  private final Duration timeout;

  Security(Optional<TlsIdentity> identity, Party self, Duration timeout) {
    identity.ifPresent(known -> known.verify(self.id(), self.name()));
    this.engines = identity.map(TlsEngines::new).orElse(null);
    this.timeout = timeout;
  }

  /** A connection that was dialed to a party; the TLS handshake refuses any other. */
  void dialing(SocketChannel channel, Party peer) {
    if (engines != null) {
      secure(channel, engines.dialing(peer.id(), peer.name()));
    }
  }

  /** A connection that was accepted: who it is, the hello says. */
  void accepting(SocketChannel channel) {
    if (engines != null) {
      secure(channel, engines.accepting());
    }
  }

  private void secure(SocketChannel channel, SSLEngine engine) {
    SslHandler handler = new SslHandler(engine);
    handler.setHandshakeTimeoutMillis(timeout.toMillis());
    channel.pipeline().addLast(handler);
  }

  /**
   * Holds an accepted connection's hello to its certificate.
   *
   * @throws org.sotto.net.error.TlsException if the certificate names another party
   */
  void verify(SocketChannel channel, Party claimed) {
    SslHandler handler = channel.pipeline().get(SslHandler.class);
    if (handler != null) {
      PeerCertificate.verify(handler.engine().getSession(), claimed.id(), claimed.name());
    }
  }
}
