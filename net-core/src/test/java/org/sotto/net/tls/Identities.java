package org.sotto.net.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.sotto.net.tls.keys.CertifiedKey;
import org.sotto.net.tls.keys.DevelopmentCa;

/** Identities of one test, good ones and others, under one CA. */
final class Identities {
  static final Instant NOW = Instant.now();
  static final Instant YESTERDAY = NOW.minus(Duration.ofDays(1));
  static final Instant TOMORROW = NOW.plus(Duration.ofDays(1));

  final DevelopmentCa ca = new DevelopmentCa(YESTERDAY, TOMORROW);

  TlsIdentity good(int id, String name) {
    CertifiedKey key = ca.issue(new PartyUri(id, name), YESTERDAY, TOMORROW);
    return TlsIdentity.of(List.of(key.certificate()), key.key(), List.of(ca.certificate()));
  }

  /** A party whose certificate is good at other times. */
  TlsIdentity dated(int id, String name, Instant from, Instant until) {
    return shown(ca.issue(new PartyUri(id, name), from, until));
  }

  /** Any key, with the right CA trusted; peers may refuse it. */
  TlsIdentity shown(CertifiedKey key) {
    return TlsIdentity.unchecked(List.of(key.certificate()), key.key(), List.of(ca.certificate()));
  }

  /** A party of this CA, who trusts another. */
  TlsIdentity shownTo(Identities others, int id, String name) {
    return others.shown(ca.issue(new PartyUri(id, name), YESTERDAY, TOMORROW));
  }

  X509Certificate caCertificate() {
    return ca.certificate();
  }
}
