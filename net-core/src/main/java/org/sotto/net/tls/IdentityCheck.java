package org.sotto.net.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.sotto.net.error.IdentityException;

/** What must hold of an identity before anybody is dialed with it. */
final class IdentityCheck {
  /** How messages call the certificate, the key and the CAs. */
  record Sources(String certificate, String key, String ca) {
    static final Sources IN_MEMORY = new Sources("own certificate", "own key", "trusted CAs");
  }

  private static final byte[] PROBE = {'s', 'o', 't', 't', 'o'};

  private IdentityCheck() {}

  static PartyUri party(X509Certificate leaf, Sources sources) {
    try {
      return PeerCertificate.party(leaf);
    } catch (NotOnePartyException e) {
      throw new IdentityException(sources.certificate() + ": " + e.getMessage(), e);
    }
  }

  static void keyFits(X509Certificate leaf, PrivateKey key, Sources sources) {
    PublicKey claimed = leaf.getPublicKey();
    boolean fits;
    try {
      String scheme =
          switch (claimed.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            case "EdDSA" -> "EdDSA";
            default ->
                throw new IdentityException(
                    sources.certificate()
                        + ": expected a key of kind EC, RSA or EdDSA, got "
                        + CertificateText.shown(claimed.getAlgorithm()),
                    null);
          };
      Signature signer = Signature.getInstance(scheme);
      signer.initSign(key);
      signer.update(PROBE);
      byte[] signature = signer.sign();
      Signature verifier = Signature.getInstance(scheme);
      verifier.initVerify(claimed);
      verifier.update(PROBE);
      fits = verifier.verify(signature);
    } catch (GeneralSecurityException e) {
      fits = false; // A key of another kind or curve; said below.
    }
    if (!fits) {
      throw new IdentityException(
          sources.key()
              + ": expected the key of the certificate of "
              + CertificateText.subject(leaf)
              + " ("
              + sources.certificate()
              + "), got another",
          null);
    }
  }

  static void areCas(List<X509Certificate> trusted, Sources sources) {
    if (trusted.isEmpty()) {
      throw new IdentityException(sources.ca() + ": expected at least one, got none", null);
    }
    for (X509Certificate ca : trusted) {
      if (ca.getBasicConstraints() < 0) {
        throw new IdentityException(
            sources.ca()
                + ": expected CA certificates, got that of "
                + CertificateText.subject(ca)
                + ", which is none",
            null);
      }
    }
  }

  static void isTrusted(
      List<X509Certificate> chain, List<X509Certificate> trusted, Sources sources) {
    try {
      new PeerTrust(trusted, null).checkBothRoles(chain.toArray(X509Certificate[]::new));
    } catch (CertificateException e) {
      throw new IdentityException(
          sources.certificate() + " (against " + sources.ca() + "): " + e.getMessage(), e);
    }
  }
}
