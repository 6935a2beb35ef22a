package org.sotto.net.tls;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Accepts a peer's certificate if the platform's PKIX check leads it to a trusted CA, and if it
 * names one party; where a party was dialed, that one. Host names play no part. Revocation is not
 * looked up.
 */
final class PeerTrust extends X509ExtendedTrustManager {
  /** What the platform calls the kind of key exchange in TLS 1.3, where it says nothing. */
  private static final String ANY_EXCHANGE = "UNKNOWN";

  private final List<X509Certificate> trusted;
  private final X509ExtendedTrustManager pkix;
  private final @Nullable PartyUri expected;

  /**
   * @param expected the party that is dialed; null to accept any, which the caller then compares
   *     with what the peer says of itself
   */
  PeerTrust(List<X509Certificate> trusted, @Nullable PartyUri expected) {
    this.trusted = trusted;
    this.pkix = pkix(trusted);
    this.expected = expected;
  }

  private static X509ExtendedTrustManager pkix(List<X509Certificate> trusted) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (int i = 0; i < trusted.size(); i++) {
        store.setCertificateEntry("ca" + i, trusted.get(i));
      }
      TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
      factory.init(store);
      for (TrustManager manager : factory.getTrustManagers()) {
        if (manager instanceof X509ExtendedTrustManager found) {
          return found;
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("every Java platform checks PKIX paths", e);
    }
    throw new IllegalStateException("every Java platform has an X.509 trust manager");
  }

  /** One of the platform's checks. */
  private interface Check {
    void run() throws CertificateException;
  }

  private void check(X509Certificate[] chain, Check platform) throws CertificateException {
    try {
      platform.run();
    } catch (CertificateException e) {
      throw PathFailure.of(chain, e, trusted);
    }
    PartyUri named;
    try {
      named = PeerCertificate.party(chain[0]);
    } catch (NotOnePartyException e) {
      throw new RefusedCertificateException("" + e.getMessage(), e);
    }
    if (expected != null && !named.equals(expected)) {
      throw new RefusedCertificateException(PeerCertificate.names(expected, named));
    }
  }

  /** Whether peers that trust the same CAs would accept a chain, from either end of a link. */
  void checkBothRoles(X509Certificate[] chain) throws CertificateException {
    checkServerTrusted(chain, ANY_EXCHANGE);
    checkClientTrusted(chain, ANY_EXCHANGE);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String exchange, SSLEngine engine)
      throws CertificateException {
    check(chain, () -> pkix.checkServerTrusted(chain, exchange, engine));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String exchange, SSLEngine engine)
      throws CertificateException {
    check(chain, () -> pkix.checkClientTrusted(chain, exchange, engine));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String exchange, Socket socket)
      throws CertificateException {
    check(chain, () -> pkix.checkServerTrusted(chain, exchange, socket));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String exchange, Socket socket)
      throws CertificateException {
    check(chain, () -> pkix.checkClientTrusted(chain, exchange, socket));
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String exchange)
      throws CertificateException {
    check(chain, () -> pkix.checkServerTrusted(chain, exchange));
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String exchange)
      throws CertificateException {
    check(chain, () -> pkix.checkClientTrusted(chain, exchange));
  }

  /** None, so that strangers are not told whom this party trusts. */
  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
