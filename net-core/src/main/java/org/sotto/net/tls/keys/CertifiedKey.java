package org.sotto.net.tls.keys;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;

/** A private key and its certificate. No record: it shows nothing of the key. */
public final class CertifiedKey {
  private final X509Certificate certificate;
  private final PrivateKey key;

  CertifiedKey(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** The certificate. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** The private key. */
  public PrivateKey key() {
    return key;
  }

  @Override
  public String toString() {
    return "key of " + certificate.getSubjectX500Principal();
  }
}
