package org.sotto.net.tls;

import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.sotto.net.error.TlsException;

/** Which party the peer of a TLS session is, by the certificate that the handshake has checked. */
public final class PeerCertificate {
  private static final int TYPE_URI = 6;

  private PeerCertificate() {}

  /**
   * The party that the peer's certificate names.
   *
   * @param session a session whose handshake is complete
   * @throws TlsException if there is no certificate, or it does not name exactly one party
   */
  public static PartyUri party(SSLSession session) {
    try {
      Certificate[] chain = session.getPeerCertificates();
      if (chain.length == 0 || !(chain[0] instanceof X509Certificate leaf)) {
        throw new TlsException("the peer: expected an X.509 certificate, got none", null);
      }
      return party(leaf);
    } catch (SSLPeerUnverifiedException e) {
      throw new TlsException("the peer: expected a certificate, got none", e);
    } catch (NotOnePartyException e) {
      throw new TlsException("the peer: " + e.getMessage(), e);
    }
  }

  /**
   * Holds the peer to a party: what it says of itself must be what its certificate names.
   *
   * @param id the party that the peer says it is, or that was dialed
   * @param name its name
   * @throws TlsException saying which party was expected and which the certificate names
   */
  public static void verify(SSLSession session, int id, String name) {
    PartyUri expected = new PartyUri(id, name);
    PartyUri named = party(session);
    if (!named.equals(expected)) {
      throw new TlsException("the peer: " + names(expected, named), null);
    }
  }

  static String names(PartyUri expected, PartyUri named) {
    return "expected a certificate of " + expected.label() + ", got one of " + named.label();
  }

  /** The one party that a certificate names. */
  static PartyUri party(X509Certificate certificate) throws NotOnePartyException {
    List<String> uris = partyUris(certificate);
    String whose = "expected a certificate that names one party (a URI sotto:party/<id>/<name>), ";
    if (uris.size() != 1) {
      throw new NotOnePartyException(
          whose + "got " + uris.size() + " in that of " + CertificateText.subject(certificate),
          null);
    }
    try {
      return PartyUri.parse(uris.getFirst());
    } catch (IllegalArgumentException e) {
      throw new NotOnePartyException("party of the certificate: " + e.getMessage(), e);
    }
  }

  private static List<String> partyUris(X509Certificate certificate) throws NotOnePartyException {
    List<String> found = new ArrayList<>();
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        for (List<?> name : names) {
          if (name.get(0) instanceof Integer type
              && type == TYPE_URI
              && name.get(1) instanceof String uri
              && PartyUri.isParty(uri)) {
            found.add(uri);
          }
        }
      }
    } catch (CertificateParsingException e) {
      throw new NotOnePartyException(
          "expected readable names in the certificate of " + CertificateText.subject(certificate),
          e);
    }
    return found;
  }
}
