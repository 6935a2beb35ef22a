package org.sotto.net.tls;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertPathValidatorException.BasicReason;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import javax.security.auth.x500.X500Principal;

/** Says in plain words why the platform does not accept a chain of certificates. */
final class PathFailure {
  private PathFailure() {}

  /** The refusal with its reason; its cause is what chooses the alert that the peer gets. */
  static RefusedCertificateException of(
      X509Certificate[] chain, CertificateException failure, List<X509Certificate> trusted) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertPathValidatorException path) {
        return new RefusedCertificateException(why(chain, path, trusted), path);
      }
    }
    return new RefusedCertificateException(untrusted(chain, failure, trusted), failure);
  }

  private static String why(
      X509Certificate[] chain, CertPathValidatorException path, List<X509Certificate> trusted) {
    Instant now = Instant.now();
    if (path.getReason() == BasicReason.EXPIRED) {
      for (X509Certificate certificate : chain) {
        if (now.isAfter(certificate.getNotAfter().toInstant())) {
          return "certificate of "
              + CertificateText.subject(certificate)
              + ": expected a date before its end, it expired on "
              + CertificateText.date(certificate.getNotAfter())
              + " and it is "
              + CertificateText.date(now)
              + " here";
        }
      }
    }
    if (path.getReason() == BasicReason.NOT_YET_VALID) {
      for (X509Certificate certificate : chain) {
        if (now.isBefore(certificate.getNotBefore().toInstant())) {
          return "certificate of "
              + CertificateText.subject(certificate)
              + ": not yet valid, it begins on "
              + CertificateText.date(certificate.getNotBefore())
              + " and it is "
              + CertificateText.date(now)
              + " here (is a clock wrong?)";
        }
      }
    }
    return untrusted(chain, path, trusted);
  }

  private static String untrusted(
      X509Certificate[] chain, Exception failure, List<X509Certificate> trusted) {
    X509Certificate leaf = chain[0];
    String whose = "certificate of " + CertificateText.subject(leaf) + ": ";
    if (leaf.getIssuerX500Principal().equals(leaf.getSubjectX500Principal())) {
      return whose + "expected one signed by a trusted CA, got a self-signed one";
    }
    X500Principal top = chain[chain.length - 1].getIssuerX500Principal();
    boolean sameName = false;
    for (X509Certificate ca : trusted) {
      if (ca.getSubjectX500Principal().equals(top)) {
        if (signed(ca, chain[chain.length - 1])) {
          return whose + "not acceptable: " + CertificateText.shown("" + failure.getMessage());
        }
        sameName = true;
      }
    }
    if (sameName) {
      return whose
          + "signed by another CA than the trusted one, though both are named "
          + CertificateText.name(top);
    }
    return whose
        + "expected a CA of ["
        + trusted.stream().map(CertificateText::subject).collect(Collectors.joining("; "))
        + "], got the unknown CA "
        + CertificateText.name(top);
  }

  private static boolean signed(X509Certificate ca, X509Certificate certificate) {
    try {
      certificate.verify(ca.getPublicKey());
      return true;
    } catch (GeneralSecurityException e) {
      return false; // Not its signature: the caller goes on with that.
    }
  }
}
