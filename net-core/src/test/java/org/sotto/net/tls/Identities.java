package org.sotto.net.tls;

import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.sotto.net.tls.keys.CertifiedKey;
import org.sotto.net.tls.keys.DevelopmentCa;

/** Identities of one test, good ones and others, under one CA. */
final class Identities {
  final Instant now = Instant.now();
  final Instant yesterday = now.minus(Duration.ofDays(1));
  final Instant tomorrow = now.plus(Duration.ofDays(1));

  final DevelopmentCa ca = new DevelopmentCa(yesterday, tomorrow);

  TlsIdentity good(int id, String name) {
    CertifiedKey key = ca.issue(new PartyUri(id, name), yesterday, tomorrow);
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
    return others.shown(ca.issue(new PartyUri(id, name), yesterday, tomorrow));
  }

  X509Certificate caCertificate() {
    return ca.certificate();
  }
}
