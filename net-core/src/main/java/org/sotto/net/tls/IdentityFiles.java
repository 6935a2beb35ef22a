package org.sotto.net.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.sotto.net.error.IdentityException;

/** Reads the three files of an identity; says which is which when they are mixed up. */
final class IdentityFiles {
  private static final System.Logger LOG = System.getLogger(TlsIdentity.class.getName());
  private static final String CERTIFICATE = "CERTIFICATE";
  private static final String PKCS8 = "PRIVATE KEY";

  private IdentityFiles() {}

  static TlsIdentity load(Path certificate, Path key, Path ca) {
    IdentityCheck.Sources sources =
        new IdentityCheck.Sources(
            "certificate file " + certificate, "key file " + key, "CA file " + ca);
    List<X509Certificate> chain = certificates(sources.certificate(), certificate);
    PrivateKey own = key(sources.key(), key, chain.getFirst().getPublicKey().getAlgorithm());
    warnIfOthersCanRead(key);
    return TlsIdentity.checked(chain, own, certificates(sources.ca(), ca), sources);
  }

  private static List<X509Certificate> certificates(String what, Path file) {
    List<X509Certificate> found = new ArrayList<>();
    for (Pem.Block block : Pem.read(what, file)) {
      if (!block.label().equals(CERTIFICATE)) {
        throw new IdentityException(
            what + ": expected only " + CERTIFICATE + " blocks, got a " + block.label(), null);
      }
      try {
        found.add(
            (X509Certificate)
                CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.der())));
      } catch (CertificateException e) {
        throw new IdentityException(
            what + ": expected X.509 in block " + found.size() + ", got something else", e);
      }
    }
    return found;
  }

  private static PrivateKey key(String what, Path file, String algorithm) {
    List<Pem.Block> blocks = Pem.read(what, file);
    if (blocks.size() != 1 || !blocks.getFirst().label().equals(PKCS8)) {
      throw new IdentityException(
          what
              + ": expected one "
              + PKCS8
              + " block (PKCS#8, not encrypted; openssl pkcs8 -topk8 -nocrypt makes it), got "
              + blocks.stream().map(Pem.Block::label).toList(),
          null);
    }
    byte[] der = blocks.getFirst().der();
    try {
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
    } catch (GeneralSecurityException e) {
      // Without a cause: what the platform says may hold parts of the key.
      throw new IdentityException(
          what
              + ": expected a PKCS#8 key of kind "
              + algorithm
              + ", as in the certificate; got"
              + " another kind, or bytes that are no key",
          null);
    } finally {
      Arrays.fill(der, (byte) 0);
    }
  }

  private static void warnIfOthersCanRead(Path key) {
    try {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(key);
      if (permissions.contains(PosixFilePermission.OTHERS_READ)
          || permissions.contains(PosixFilePermission.GROUP_READ)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "key file {0}: others than its owner can read it (expected mode 0600)",
            key);
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.log(System.Logger.Level.DEBUG, "key file {0}: no permissions to look at", key);
    }
  }
}
