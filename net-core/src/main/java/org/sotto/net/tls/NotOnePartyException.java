package org.sotto.net.tls;

import java.security.cert.CertificateException;
import org.jspecify.annotations.Nullable;

/** A certificate that does not name exactly one party in the canonical form. */
final class NotOnePartyException extends CertificateException {
  private static final long serialVersionUID = 1L;

  NotOnePartyException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
