package org.sotto.net.tls;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import javax.security.auth.x500.X500Principal;

/** How messages show what certificates hold. A peer chose that text, so it is cut and cleaned. */
final class CertificateText {
  private static final int MOST_CHARACTERS = 160;

  private CertificateText() {}

  /** A text of a peer on one line, without control characters, cut where it is too long. */
  static String shown(String text) {
    StringBuilder clean = new StringBuilder();
    int count = Math.min(text.length(), MOST_CHARACTERS);
    for (int i = 0; i < count; i++) {
      char c = text.charAt(i);
      clean.append(c >= 0x20 && c < 0x7F ? c : '?');
    }
    return text.length() > count ? clean + "..." : clean.toString();
  }

  static String name(X500Principal principal) {
    String name = principal.getName(X500Principal.RFC2253);
    return name.isEmpty() ? "(no name)" : shown(name);
  }

  static String subject(X509Certificate certificate) {
    return name(certificate.getSubjectX500Principal());
  }

  static String issuer(X509Certificate certificate) {
    return name(certificate.getIssuerX500Principal());
  }

  /** A date of a certificate, in UTC to the second. */
  static String date(Date date) {
    return date(date.toInstant());
  }

  static String date(Instant date) {
    return date.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
