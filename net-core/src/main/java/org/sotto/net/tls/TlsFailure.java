package org.sotto.net.tls;

import io.netty.handler.ssl.NotSslRecordException;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.TlsException;

/**
 * What a failed handshake means, in words, and whether it is worth another try.
 *
 * @param fatal true if trying again cannot help: one of the two ends must be set up otherwise
 * @param reason what was expected and what came; nothing of what the peer sent but its certificate
 *     names and its alert
 */
public record TlsFailure(boolean fatal, String reason) {
  private static final int MOST_CAUSES = 20;
  private static final int RECORD_HANDSHAKE = 0x16;
  private static final int RECORD_VERSION_MAJOR = 3;

  private static final Pattern RECEIVED = Pattern.compile("Received fatal alert: (\\w+)");
  private static final Pattern SENT = Pattern.compile("^\\((\\w+)\\) ");

  private static final Set<String> CERTIFICATE_ALERTS =
      Set.of(
          "bad_certificate",
          "unsupported_certificate",
          "certificate_revoked",
          "certificate_expired",
          "certificate_unknown",
          "unknown_ca",
          "access_denied");

  private static final Set<String> SETUP_ALERTS =
      Set.of(
          "handshake_failure",
          "insufficient_security",
          "missing_extension",
          "illegal_parameter",
          "unsupported_extension",
          "no_application_protocol");

  /** Looks through a failure and its causes. */
  public static TlsFailure of(Throwable failure) {
    List<Throwable> causes = new ArrayList<>();
    for (Throwable cause = failure;
        cause != null && causes.size() < MOST_CAUSES;
        cause = cause.getCause()) {
      causes.add(cause);
    }
    for (Throwable cause : causes) {
      TlsFailure known =
          switch (cause) {
            case TlsException e -> new TlsFailure(true, "" + e.getMessage());
            case RefusedCertificateException e -> new TlsFailure(true, "" + e.getMessage());
            case NotSslRecordException e -> noTls();
            case ClosedChannelException e -> ended();
            default -> null;
          };
      if (known != null) {
        return known;
      }
    }
    // The deepest cause knows most: a write that failed, below Netty's word that the handshake did.
    for (Throwable cause : causes.reversed()) {
      if (cause instanceof SSLException) {
        return ofEngine(message(cause));
      }
      if (cause instanceof IOException) {
        return new TlsFailure(false, CertificateText.shown(message(cause)));
      }
    }
    return new TlsFailure(false, CertificateText.shown(message(causes.getLast())));
  }

  private static TlsFailure ofEngine(String message) {
    Matcher received = RECEIVED.matcher(message);
    if (received.find()) {
      return alert(received.group(1).toLowerCase(Locale.ROOT));
    }
    String lower = message.toLowerCase(Locale.ROOT);
    if (lower.contains("unrecognized ssl message") || lower.contains("not an ssl/tls record")) {
      return noTls();
    }
    Matcher sent = SENT.matcher(message);
    String ours = sent.find() ? sent.group(1) : "";
    if (ours.equals("protocol_version")) {
      return new TlsFailure(true, "expected TLS 1.3, got less: " + CertificateText.shown(message));
    }
    if (ours.equals("certificate_required") || lower.contains("empty client certificate")) {
      return new TlsFailure(true, "expected a certificate of a party, got none");
    }
    if (CERTIFICATE_ALERTS.contains(ours) || SETUP_ALERTS.contains(ours)) {
      return new TlsFailure(
          true, "the TLS handshake cannot succeed: " + CertificateText.shown(message));
    }
    if (lower.contains("closed")) {
      return ended();
    }
    return new TlsFailure(false, CertificateText.shown(message));
  }

  private static TlsFailure alert(String alert) {
    if (alert.equals("protocol_version")) {
      return new TlsFailure(
          true, "expected TLS 1.3, the peer has no version in common (alert " + alert + ")");
    }
    if (alert.equals("certificate_required")) {
      return new TlsFailure(true, "the peer expected a certificate, got none of us");
    }
    if (alert.equals("certificate_expired")) {
      return new TlsFailure(
          true, "the peer says that our certificate has expired (alert " + alert + ")");
    }
    if (CERTIFICATE_ALERTS.contains(alert)) {
      return new TlsFailure(
          true, "the peer refused our certificate (alert " + alert + "); its log says why");
    }
    if (SETUP_ALERTS.contains(alert)) {
      return new TlsFailure(
          true, "the peer found nothing in common with our TLS 1.3 (alert " + alert + ")");
    }
    return new TlsFailure(
        false, "the peer gave up the TLS handshake (alert " + CertificateText.shown(alert) + ")");
  }

  private static TlsFailure ended() {
    return new TlsFailure(
        false,
        "the connection ended within the TLS handshake (does the peer speak TLS on this port?)");
  }

  private static TlsFailure noTls() {
    return new TlsFailure(true, "expected TLS 1.3, got bytes that are no TLS (is it off there?)");
  }

  private static String message(@Nullable Throwable failure) {
    if (failure == null) {
      return "";
    }
    String text = failure.getMessage();
    return text == null ? failure.getClass().getSimpleName() : text;
  }

  /**
   * Whether a connection begins like TLS, for a listener that expects something else.
   *
   * @param first its first byte, 0 to 255
   * @param second its second byte
   */
  public static boolean looksLikeTls(int first, int second) {
    return first == RECORD_HANDSHAKE && second == RECORD_VERSION_MAJOR;
  }
}
