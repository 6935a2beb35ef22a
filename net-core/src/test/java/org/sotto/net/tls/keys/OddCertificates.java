package org.sotto.net.tls.keys;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Certificates that no party should have. */
public final class OddCertificates {
  private OddCertificates() {}

  /** Signed by a CA, and naming any URIs. */
  public static CertifiedKey naming(DevelopmentCa ca, String... uris) {
    Instant now = Instant.now();
    return ca.issue(
        "odd", List.of(uris), now.minus(Duration.ofDays(1)), now.plus(Duration.ofDays(1)));
  }

  /** The CA's own certificate and key, shown as if it were a party's. */
  public static CertifiedKey selfSigned(DevelopmentCa ca) {
    return ca.own();
  }
}
