package org.sotto.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.error.TlsException;
import org.sotto.net.tls.keys.OddCertificates;

/** Which handshakes succeed, and what each end is told where one does not. */
final class HandshakeTest {
  private static final Identities PARTIES = new Identities();
  private static final TlsIdentity ALICE = PARTIES.good(0, "alice");
  private static final TlsIdentity BOB = PARTIES.good(1, "bob");

  /** One dials bob as party 1, and this is what happens. */
  private static EnginePair dialBob(TlsIdentity dialing, TlsIdentity accepting) {
    return new EnginePair(
            new TlsEngines(dialing).dialing(1, "bob"), new TlsEngines(accepting).accepting())
        .run();
  }

  @Test
  void partiesOfOneCaMeetAndKnowEachOther() {
    SSLEngine dialing = new TlsEngines(ALICE).dialing(1, "bob");
    SSLEngine accepting = new TlsEngines(BOB).accepting();
    assertThat(new EnginePair(dialing, accepting).run().isOpen()).isTrue();

    assertThat(dialing.getSession().getProtocol()).isEqualTo("TLSv1.3");
    assertThat(dialing.getSession().getCipherSuite()).isEqualTo("TLS_AES_128_GCM_SHA256");
    assertThat(PeerCertificate.party(dialing.getSession())).isEqualTo(new PartyUri(1, "bob"));
    assertThat(PeerCertificate.party(accepting.getSession())).isEqualTo(new PartyUri(0, "alice"));
    PeerCertificate.verify(accepting.getSession(), 0, "alice");
  }

  @Test
  void aPartyThatSaysItIsAnotherIsFoundOut() {
    SSLEngine accepting = new TlsEngines(BOB).accepting();
    new EnginePair(new TlsEngines(ALICE).dialing(1, "bob"), accepting).run();
    assertThatThrownBy(() -> PeerCertificate.verify(accepting.getSession(), 2, "charlie"))
        .isInstanceOf(TlsException.class)
        .hasMessageContaining("expected a certificate of charlie (party 2)")
        .hasMessageContaining("got one of alice (party 0)");
    assertThatThrownBy(() -> PeerCertificate.verify(accepting.getSession(), 1, "alice"))
        .isInstanceOf(TlsException.class);
    assertThatThrownBy(() -> PeerCertificate.verify(accepting.getSession(), 0, "alicia"))
        .isInstanceOf(TlsException.class);
  }

  @Test
  void noSessionIsResumedAndNothingFollowsTheHandshake() {
    TlsEngines alice = new TlsEngines(ALICE);
    TlsEngines bob = new TlsEngines(BOB);
    EnginePair first = new EnginePair(alice.dialing(1, "bob"), bob.accepting()).run();
    EnginePair second = new EnginePair(alice.dialing(1, "bob"), bob.accepting()).run();
    // A ticket would be some 700 bytes more, and a resumption some 600 less.
    assertThat(first.sentByAccepting()).isBetween(800L, 1_000L);
    assertThat(second.sentByAccepting()).isBetween(800L, 1_000L);
    assertThat(second.sentByDialing()).isBetween(900L, 1_100L);
  }

  @Test
  void anExpiredCertificateIsNamedWithItsDate() {
    TlsIdentity old =
        PARTIES.dated(1, "bob", PARTIES.now.minus(Duration.ofDays(3)), PARTIES.yesterday);
    EnginePair pair = dialBob(ALICE, old);
    assertThat(pair.atDialing().fatal()).isTrue();
    assertThat(pair.atDialing().reason())
        .contains("CN=bob (party 1)")
        .contains("expired on " + CertificateText.date(PARTIES.yesterday));
    assertThat(pair.atAccepting().fatal()).isTrue();
    assertThat(pair.atAccepting().reason()).contains("our certificate has expired");
  }

  @Test
  void anExpiredCertificateOfADialingPartyIsNamedToo() {
    TlsIdentity old =
        PARTIES.dated(0, "alice", PARTIES.now.minus(Duration.ofDays(3)), PARTIES.yesterday);
    EnginePair pair = dialBob(old, BOB);
    assertThat(pair.atAccepting().fatal()).isTrue();
    assertThat(pair.atAccepting().reason())
        .contains("CN=alice (party 0)")
        .contains("expired on " + CertificateText.date(PARTIES.yesterday));
    assertThat(pair.atDialing().fatal()).isTrue();
  }

  @Test
  void aCertificateOfTomorrowHintsAtTheClock() {
    TlsIdentity young =
        PARTIES.dated(1, "bob", PARTIES.tomorrow, PARTIES.now.plus(Duration.ofDays(2)));
    EnginePair pair = dialBob(ALICE, young);
    assertThat(pair.atDialing().fatal()).isTrue();
    assertThat(pair.atDialing().reason())
        .contains("not yet valid, it begins on " + CertificateText.date(PARTIES.tomorrow))
        .contains("clock");
    assertThat(pair.atAccepting().fatal()).isTrue();
  }

  @Test
  void swappedCertificatesAreNamed() {
    EnginePair pair = dialBob(BOB, ALICE);
    assertThat(pair.atDialing())
        .isEqualTo(
            new TlsFailure(
                true, "expected a certificate of bob (party 1), got one of alice (party 0)"));
    assertThat(pair.atAccepting().fatal()).isTrue();
    assertThat(pair.atAccepting().reason()).contains("the peer refused our certificate");
  }

  @Test
  void anUnknownCaIsNamedBesideThoseThatAreTrusted() {
    Identities others = new Identities();
    EnginePair pair = dialBob(ALICE, others.good(1, "bob"));
    assertThat(pair.atDialing().fatal()).isTrue();
    assertThat(pair.atDialing().reason())
        .contains("expected a CA of [" + CertificateText.subject(PARTIES.caCertificate()) + "]")
        .contains("got the unknown CA " + CertificateText.subject(others.caCertificate()));

    EnginePair back = dialBob(others.shownTo(PARTIES, 0, "alice"), BOB);
    assertThat(back.atAccepting().fatal()).isTrue();
    assertThat(back.atAccepting().reason())
        .contains("got the unknown CA " + CertificateText.subject(others.caCertificate()));
    assertThat(back.atDialing().fatal()).isTrue();
    assertThat(back.atDialing().reason()).contains("the peer refused our certificate");
  }

  @Test
  void aSelfSignedCertificateIsNamed() {
    Identities self = new Identities();
    EnginePair pair = dialBob(ALICE, PARTIES.shown(OddCertificates.selfSigned(self.ca)));
    assertThat(pair.atDialing().fatal()).isTrue();
    assertThat(pair.atDialing().reason()).contains("got a self-signed one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "https://bob.example/",
        "sotto:party/1/bob sotto:party/2/charlie",
        "sotto:party/01/bob",
        "sotto:party/1/bo%62",
        "sotto:party/256/bob",
        "sotto:party/1/",
      })
  void aCertificateThatDoesNotNameOnePartyIsRefused(String uris) {
    String[] named = uris.isEmpty() ? new String[0] : uris.split(" ");
    TlsIdentity odd = PARTIES.shown(OddCertificates.naming(PARTIES.ca, named));
    EnginePair accepted = dialBob(odd, BOB);
    assertThat(accepted.atAccepting().fatal()).isTrue();
    assertThat(accepted.atAccepting().reason()).contains("sotto:party/<id>/<name>");
    assertThat(dialBob(ALICE, odd).atDialing().reason()).contains("sotto:party/<id>/<name>");
  }

  @Test
  void aPeerWithoutACertificateIsRefused() throws Exception {
    SSLEngine naked = engine(ALICE, "TLSv1.3");
    EnginePair pair = new EnginePair(naked, new TlsEngines(BOB).accepting()).run();
    assertThat(pair.atAccepting())
        .isEqualTo(new TlsFailure(true, "expected a certificate of a party, got none"));
    assertThat(pair.atDialing().fatal()).isTrue();
    assertThat(pair.atDialing().reason()).contains("certificate");
  }

  @Test
  void olderTlsIsRefusedFromBothEnds() throws Exception {
    EnginePair dialed =
        new EnginePair(engine(ALICE, "TLSv1.2"), new TlsEngines(BOB).accepting()).run();
    assertThat(dialed.atAccepting().fatal()).isTrue();
    assertThat(dialed.atAccepting().reason()).startsWith("expected TLS 1.3, got less");
    assertThat(dialed.atDialing().fatal()).isTrue();

    SSLEngine old = engine(BOB, "TLSv1.2");
    old.setUseClientMode(false);
    EnginePair accepted = new EnginePair(new TlsEngines(ALICE).dialing(1, "bob"), old).run();
    assertThat(accepted.atDialing().fatal()).isTrue();
    assertThat(accepted.atDialing().reason()).contains("TLS 1.3");
  }

  /** An engine that shows no certificate to a server and speaks one version. */
  private static SSLEngine engine(TlsIdentity trusting, String version) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(
        new KeyManager[0], new TrustManager[] {new PeerTrust(trusting.trusted(), null)}, null);
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {version});
    return engine;
  }
}
