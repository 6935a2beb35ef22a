package org.sotto.bench.doctor;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.net.error.IdentityException;
import org.sotto.net.party.Party;
import org.sotto.net.tls.TlsIdentity;

/** Whether this party's certificate is good, and the clock that certificates are held against. */
final class OwnCertificate {
  private static final String CHECK = "own certificate";
  private static final Duration SOON = Duration.ofDays(14);

  private OwnCertificate() {}

  static Finding none() {
    return Finding.ok(Where.FILE, CHECK, "none given: connections are not encrypted");
  }

  static List<Finding> check(Supplier<TlsIdentity> identity, Party self) {
    TlsIdentity own;
    try {
      own = identity.get();
    } catch (IdentityException e) {
      return List.of(
          bad(CHECK, "a valid certificate of " + self.label() + ", its key and its CA", e));
    }
    return List.of(
        Finding.ok(Where.FILE, CHECK, own.toString()),
        expiry(own.expires(), Instant.now()),
        name(own, self));
  }

  private static Finding name(TlsIdentity own, Party self) {
    String check = "certificate's name";
    try {
      own.verify(self.id(), self.name());
      return Finding.ok(Where.FILE, check, self.label());
    } catch (IdentityException e) {
      return bad(check, "that of " + self.label(), e);
    }
  }

  private static Finding bad(String check, String expected, IdentityException e) {
    return Finding.fail(
        Where.FILE,
        check,
        expected,
        String.valueOf(e.getMessage()),
        "name the files of this party, or make keys for all parties anew (sotto keys --parties"
            + " FILE --out DIR)");
  }

  private static Finding expiry(Instant end, Instant now) {
    String left = ChronoUnit.DAYS.between(now, end) + " days left";
    return now.plus(SOON).isBefore(end)
        ? Finding.ok(Where.FILE, "certificate's end", left)
        : Finding.warn(
            Where.FILE,
            "certificate's end",
            "at least " + SOON.toDays() + " days left",
            left,
            "make keys for all parties anew before (sotto keys)");
  }

  /** A clock before the JDK's own release is wrong; how far others' clocks are is not known. */
  static Finding clock() {
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    try {
      LocalDate released = LocalDate.parse(System.getProperty("java.version.date", ""));
      if (now.atZone(ZoneOffset.UTC).toLocalDate().isBefore(released)) {
        return Finding.fail(
            Where.HERE,
            "clock",
            "a date after " + released + ", when this JDK was released",
            now.toString(),
            "set the clock (timedatectl set-ntp true): certificates are held against it");
      }
    } catch (DateTimeException e) {
      return Finding.ok(Where.HERE, "clock", now + ", not compared with anything");
    }
    return Finding.ok(Where.HERE, "clock", now + "; compare it with the peers' (date -u)");
  }
}
