package org.sotto.net.tls;

import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.sotto.net.error.IdentityException;

/**
 * Who this party is in TLS: its certificate chain, its private key, and the CAs whose word it takes
 * for its peers. The certificate names the party, see {@link PartyUri}.
 *
 * <p>An identity is checked whole when it is made: the key fits the certificate, the certificate
 * names one party, is valid today, and leads to one of the CAs for both ends of a connection. It
 * holds a private key: {@link #toString} shows nothing of it, and nothing here gives it out.
 */
public final class TlsIdentity {
  private final List<X509Certificate> chain;
  private final PrivateKey key;
  private final List<X509Certificate> trusted;
  private final PartyUri party;

  private TlsIdentity(
      List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted, PartyUri party) {
    this.chain = List.copyOf(chain);
    this.key = key;
    this.trusted = List.copyOf(trusted);
    this.party = party;
  }

  /**
   * Reads an identity from PEM files of at most 1 MiB, as {@code sotto keys} writes them.
   *
   * @param certificate this party's certificate, then those between it and the CA, if any
   * @param key its private key: one block of PKCS#8 (EC, RSA or EdDSA), not encrypted
   * @param ca the certificates of the trusted CAs
   * @throws IdentityException naming the file, what was expected and what it has
   */
  public static TlsIdentity load(Path certificate, Path key, Path ca) {
    return IdentityFiles.load(certificate, key, ca);
  }

  /**
   * An identity that is in memory.
   *
   * @param chain this party's certificate, then those between it and the CA, if any
   * @param key its private key
   * @param trusted the trusted CAs
   * @throws IdentityException saying what was expected and what it has
   */
  public static TlsIdentity of(
      List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted) {
    return checked(chain, key, trusted, IdentityCheck.Sources.IN_MEMORY);
  }

  static TlsIdentity checked(
      List<X509Certificate> chain,
      PrivateKey key,
      List<X509Certificate> trusted,
      IdentityCheck.Sources sources) {
    if (chain.isEmpty()) {
      throw new IdentityException(sources.certificate() + ": expected one, got none", null);
    }
    IdentityCheck.areCas(trusted, sources);
    IdentityCheck.keyFits(chain.getFirst(), key, sources);
    PartyUri party = IdentityCheck.party(chain.getFirst(), sources);
    IdentityCheck.isTrusted(chain, trusted, sources);
    return new TlsIdentity(chain, key, trusted, party);
  }

  /** An identity that peers may refuse, for tests of their refusals. */
  static TlsIdentity unchecked(
      List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted) {
    return new TlsIdentity(chain, key, trusted, new PartyUri(0, "unchecked"));
  }

  /** The party that the certificate names. */
  public PartyUri party() {
    return party;
  }

  /** When the certificate ends. */
  public Instant expires() {
    return chain.getFirst().getNotAfter().toInstant();
  }

  /**
   * Holds this identity to a place in the party table.
   *
   * @throws IdentityException saying which party was expected and which the certificate names
   */
  public void verify(int id, String name) {
    PartyUri expected = new PartyUri(id, name);
    if (!party.equals(expected)) {
      throw new IdentityException(
          "own certificate: " + PeerCertificate.names(expected, party), null);
    }
  }

  List<X509Certificate> trusted() {
    return trusted;
  }

  OwnKey ownKey() {
    return new OwnKey(chain, key);
  }

  /** Who, signed by whom, until when; nothing of the key. */
  @Override
  public String toString() {
    return "certificate of "
        + party.label()
        + ", signed by "
        + CertificateText.issuer(chain.getFirst())
        + ", valid until "
        + CertificateText.date(expires());
  }
}
