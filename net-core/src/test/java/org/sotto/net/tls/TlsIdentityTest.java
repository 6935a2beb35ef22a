package org.sotto.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sotto.net.error.IdentityException;
import org.sotto.net.tls.keys.CertifiedKey;
import org.sotto.net.tls.keys.DevelopmentCa;
import org.sotto.net.tls.keys.OddCertificates;
import org.sotto.net.tls.keys.PartyKeys;

/** Files of an identity: good ones load, each wrong one is named with what is wrong. */
final class TlsIdentityTest {
  @TempDir private Path folder = Path.of("");
  private Path certificate = Path.of("");
  private Path key = Path.of("");
  private Path ca = Path.of("");

  @BeforeEach
  void write() throws Exception {
    new PartyKeys(List.of("alice", "bob"), 30).write(folder, false);
    certificate = PartyKeys.certificateFile(folder, "alice");
    key = PartyKeys.keyFile(folder, "alice");
    ca = PartyKeys.caFile(folder);
  }

  private void assertRefused(String... complaints) {
    assertThatThrownBy(() -> TlsIdentity.load(certificate, key, ca))
        .isInstanceOf(IdentityException.class)
        .hasMessageContainingAll(complaints)
        .message()
        .doesNotContain(secret(PartyKeys.keyFile(folder, "alice")));
  }

  private static String secret(Path file) {
    try {
      return Files.readAllLines(file).get(1).substring(0, 20);
    } catch (IOException | IndexOutOfBoundsException e) {
      return "no key in this file";
    }
  }

  @Test
  void whatWasWrittenIsLoadedAndShowsNoKey() {
    TlsIdentity alice = TlsIdentity.load(certificate, key, ca);
    assertThat(alice.party()).isEqualTo(new PartyUri(0, "alice"));
    assertThat(alice.toString())
        .matches(
            "certificate of alice \\(party 0\\), signed by CN=Sotto development CA [0-9a-f]{8},"
                + " valid until \\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    alice.verify(0, "alice");
    assertThatThrownBy(() -> alice.verify(1, "bob"))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining("expected a certificate of bob (party 1), got one of alice");
  }

  @Test
  void textAroundTheBlocksIsLeftOut() throws Exception {
    for (Path file : List.of(certificate, key, ca)) {
      Files.writeString(
          file, "subject: alice\r\n" + Files.readString(file).replace("\n", "\r\n") + "\r\n--\r\n");
    }
    assertThat(TlsIdentity.load(certificate, key, ca).party().name()).isEqualTo("alice");
  }

  @Test
  void aMissingFileIsNamed() {
    key = folder.resolve("nowhere.pem");
    assertRefused("key file", "nowhere.pem", "no such file");
    ca = folder;
    key = PartyKeys.keyFile(folder, "alice");
    assertRefused("CA file", "expected a readable PEM file");
  }

  @Test
  void filesThatAreNoPemAreNamed() throws Exception {
    Files.writeString(certificate, "hello");
    assertRefused("certificate file", "alice.cert.pem", "expected PEM", "got none in 5 bytes");
    Files.write(certificate, new byte[(1 << 20) + 1]);
    assertRefused("certificate file", "at most 1048576 bytes, got more");
    Files.writeString(
        certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertRefused("certificate file", "expected X.509 in block 0");
  }

  @Test
  void filesThatAreMixedUpAreNamed() {
    Path other = certificate;
    certificate = key;
    assertRefused("certificate file", "alice.key.pem", "got a PRIVATE KEY");
    certificate = other;
    key = other;
    assertRefused("key file", "alice.cert.pem", "expected one PRIVATE KEY", "got [CERTIFICATE]");
  }

  @Test
  void aKeyInAnotherFormIsNamed() throws Exception {
    String pem = Files.readString(key);
    Files.writeString(key, pem.replace("PRIVATE KEY", "EC PRIVATE KEY"));
    assertRefused("key file", "PKCS#8", "openssl pkcs8 -topk8 -nocrypt", "[EC PRIVATE KEY]");
    Files.writeString(key, pem.replaceFirst("(?m)^M...", "AAAA"));
    assertRefused("key file", "expected a PKCS#8 key of kind EC");
  }

  @Test
  void theKeyOfAnotherPartyIsNamed() {
    key = PartyKeys.keyFile(folder, "bob");
    assertRefused("bob.key.pem", "expected the key of the certificate of CN=alice (party 0)");
  }

  @Test
  void aCaThatIsNoneIsNamed() throws Exception {
    Files.copy(PartyKeys.certificateFile(folder, "bob"), ca, StandardCopyOption.REPLACE_EXISTING);
    assertRefused("CA file", "ca.pem", "expected CA certificates, got that of CN=bob (party 1)");
  }

  @Test
  void aCertificateOfAnotherCaIsNamed(@TempDir Path others) throws Exception {
    new PartyKeys(List.of("alice"), 30).write(others, false);
    ca = PartyKeys.caFile(others);
    assertRefused("alice.cert.pem", "against CA file", "got the unknown CA");
  }

  @Test
  void anOwnCertificateOutOfItsTimeIsNamed() {
    Identities parties = new Identities();
    PartyUri alice = new PartyUri(0, "alice");
    CertifiedKey old =
        parties.ca.issue(alice, parties.now.minus(Duration.ofDays(2)), parties.yesterday);
    CertifiedKey young =
        parties.ca.issue(alice, parties.tomorrow, parties.now.plus(Duration.ofDays(2)));
    assertThatThrownBy(() -> identity(old, parties.ca))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining("expired on " + CertificateText.date(parties.yesterday));
    assertThatThrownBy(() -> identity(young, parties.ca))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining("not yet valid");
  }

  @Test
  void anOwnCertificateOfNoPartyIsNamed() {
    Identities parties = new Identities();
    CertifiedKey nobody = OddCertificates.naming(parties.ca, "https://alice.example/");
    assertThatThrownBy(() -> identity(nobody, parties.ca))
        .isInstanceOf(IdentityException.class)
        .hasMessageContaining("expected a certificate that names one party")
        .hasMessageContaining("got 0");
  }

  private static TlsIdentity identity(CertifiedKey key, DevelopmentCa ca) {
    return TlsIdentity.of(List.of(key.certificate()), key.key(), List.of(ca.certificate()));
  }
}
