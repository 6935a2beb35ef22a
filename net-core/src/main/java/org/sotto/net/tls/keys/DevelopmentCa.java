package org.sotto.net.tls.keys;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.sotto.net.tls.PartyUri;

/**
 * Signs certificates of parties, for development and tests. Its key lives in this object alone and
 * is never written: who has lost a party's key makes new ones for all.
 *
 * <p>Keys are on the curve P-256: the JDK has it in optimized code (for Ed25519 it has plain Java),
 * and every TLS 1.3 implementation must know it (RFC 8446, 9.1), so that other engines and tools
 * can take part.
 *
 * <p>Each CA has a name of its own, so that two of them are told apart in messages.
 */
public final class DevelopmentCa {
  private static final String CURVE = "secp256r1";
  private static final String SIGNATURE = "SHA256withECDSA";
  private static final int SERIAL_BITS = 127;
  private static final int NAME_BYTES = 4;
  private static final int LONGEST_COMMON_NAME = 64;

  private final SecureRandom random = new SecureRandom();
  private final X500Name name;
  private final KeyPair keys;
  private final X509Certificate certificate;

  /**
   * Makes a CA with a new key.
   *
   * @param from when its certificate begins
   * @param until when it ends
   */
  public DevelopmentCa(Instant from, Instant until) {
    byte[] mark = new byte[NAME_BYTES];
    random.nextBytes(mark);
    this.name = commonName("Sotto development CA " + HexFormat.of().formatHex(mark));
    this.keys = newKeys();
    this.certificate = selfSigned(from, until);
  }

  private X509Certificate selfSigned(Instant from, Instant until) {
    try {
      X509v3CertificateBuilder builder = builder(name, name, keys, from, until);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return signed(builder);
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a CA certificate", e);
    }
  }

  /** The certificate that peers trust. */
  public X509Certificate certificate() {
    return certificate;
  }

  /** The CA's certificate with its key, for tests. */
  CertifiedKey own() {
    return new CertifiedKey(certificate, keys.getPrivate());
  }

  /** A new key for a party, with its certificate. */
  public CertifiedKey issue(PartyUri party, Instant from, Instant until) {
    return issue(party.label(), List.of(party.uri()), from, until);
  }

  /** A certificate with any URIs, none or several, for tests of what is refused. */
  CertifiedKey issue(String subject, List<String> uris, Instant from, Instant until) {
    KeyPair own = newKeys();
    try {
      X509v3CertificateBuilder builder = builder(name, commonName(subject), own, from, until);
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(
          Extension.extendedKeyUsage,
          false,
          new ExtendedKeyUsage(
              new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}));
      if (!uris.isEmpty()) {
        GeneralName[] names =
            uris.stream()
                .map(uri -> new GeneralName(GeneralName.uniformResourceIdentifier, uri))
                .toArray(GeneralName[]::new);
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      return new CertifiedKey(signed(builder), own.getPrivate());
    } catch (IOException | GeneralSecurityException | OperatorCreationException e) {
      throw new IllegalStateException("cannot make a certificate of " + subject, e);
    }
  }

  private X509v3CertificateBuilder builder(
      X500Name issuer, X500Name subject, KeyPair own, Instant from, Instant until)
      throws IOException, GeneralSecurityException {
    JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            issuer,
            new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS),
            Date.from(from),
            Date.from(until),
            subject,
            own.getPublic());
    builder.addExtension(
        Extension.subjectKeyIdentifier, false, ids.createSubjectKeyIdentifier(own.getPublic()));
    builder.addExtension(
        Extension.authorityKeyIdentifier,
        false,
        ids.createAuthorityKeyIdentifier(keys.getPublic()));
    return builder;
  }

  private X509Certificate signed(X509v3CertificateBuilder builder)
      throws IOException, GeneralSecurityException, OperatorCreationException {
    byte[] der =
        builder.build(new JcaContentSignerBuilder(SIGNATURE).build(keys.getPrivate())).getEncoded();
    return (X509Certificate)
        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
  }

  private static X500Name commonName(String text) {
    String shown = text.substring(0, Math.min(text.length(), LONGEST_COMMON_NAME));
    return new X500NameBuilder(BCStyle.INSTANCE).addRDN(BCStyle.CN, shown).build();
  }

  private KeyPair newKeys() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE), random);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has the curve " + CURVE, e);
    }
  }
}
