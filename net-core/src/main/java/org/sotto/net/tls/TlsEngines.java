package org.sotto.net.tls;

import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Makes the engine of each connection: TLS 1.3 and nothing else, both ends with a certificate, no
 * host names and no SNI. Each connection shakes hands in full: sessions are not resumed, so a peer
 * is always held to its certificate.
 *
 * <p>A dialing engine refuses a peer whose certificate does not name the party dialed, within the
 * handshake. An accepting engine refuses what is no party's; when the peer has said who it is, hold
 * it to that with {@link PeerCertificate#verify}.
 *
 * <p>In TLS 1.3 the dialing end is done first: that the peer refuses its certificate comes to it as
 * an alert, on its first read after the handshake. {@link TlsFailure} puts that in words too.
 *
 * <p>Safe for use by several threads; an engine is not.
 */
public final class TlsEngines {
  private static final String[] PROTOCOLS = {"TLSv1.3"};

  /** AES-128 first: as strong as what the protocols above it use, and the fastest. */
  private static final String[] SUITES = {
    "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"
  };

  /** Longer than a ticket may live (RFC 8446, 4.6.1), so the JDK makes and sends none. */
  private static final int NO_TICKETS_SECONDS = 8 * 24 * 60 * 60;

  private final TlsIdentity identity;
  private final SSLContext accepting;
  private final Map<PartyUri, SSLContext> dialing = new ConcurrentHashMap<>();

  /**
   * @param identity who this party is, and whom it trusts
   */
  public TlsEngines(TlsIdentity identity) {
    this.identity = identity;
    this.accepting = context(null);
    this.accepting.getServerSessionContext().setSessionTimeout(NO_TICKETS_SECONDS);
  }

  /**
   * An engine that connects to a party.
   *
   * @param id the party's place in the table
   * @param name its name
   */
  public SSLEngine dialing(int id, String name) {
    SSLEngine engine =
        dialing.computeIfAbsent(new PartyUri(id, name), this::context).createSSLEngine();
    engine.setUseClientMode(true);
    engine.setSSLParameters(parameters());
    return engine;
  }

  /** An engine for a connection that was accepted. */
  public SSLEngine accepting() {
    SSLEngine engine = accepting.createSSLEngine();
    engine.setUseClientMode(false);
    SSLParameters parameters = parameters();
    parameters.setNeedClientAuth(true);
    parameters.setUseCipherSuitesOrder(true);
    engine.setSSLParameters(parameters);
    return engine;
  }

  private static SSLParameters parameters() {
    return new SSLParameters(SUITES, PROTOCOLS);
  }

  private SSLContext context(@Nullable PartyUri expected) {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(
          new KeyManager[] {identity.ownKey()},
          new TrustManager[] {new PeerTrust(identity.trusted(), expected)},
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has TLS 1.3", e);
    }
  }
}
