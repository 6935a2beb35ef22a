package org.sotto.net.tls;

import java.security.cert.CertificateException;

/** A peer's certificate that was refused during the handshake; the message says why. */
final class RefusedCertificateException extends CertificateException {
  private static final long serialVersionUID = 1L;

  /**
   * @param cause what the platform found; the alert that the peer gets is chosen by it
   */
  RefusedCertificateException(String message, Throwable cause) {
    super(message, cause);
  }

  RefusedCertificateException(String message) {
    super(message);
  }
}
