package org.sotto.net.tls.keys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.Base64;

/**
 * One PEM file to be written. It is written beside its place and moved there, so that nobody reads
 * half of it, and a key is at no moment readable for others.
 */
final class PemFile {
  private static final int LINE = 64;

  private final Path path;
  private final String label;
  private final byte[] der;
  private final String permissions;

  private PemFile(Path path, String label, byte[] der, String permissions) {
    this.path = path;
    this.label = label;
    this.der = der;
    this.permissions = permissions;
  }

  static PemFile certificate(Path path, X509Certificate certificate) {
    try {
      return new PemFile(path, "CERTIFICATE", certificate.getEncoded(), "rw-r--r--");
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException("a certificate that was read has its bytes", e);
    }
  }

  static PemFile key(Path path, PrivateKey key) {
    return new PemFile(path, "PRIVATE KEY", key.getEncoded(), "rw-------");
  }

  Path path() {
    return path;
  }

  void write() throws IOException {
    String text =
        "-----BEGIN "
            + label
            + "-----\n"
            + Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(der)
            + "\n-----END "
            + label
            + "-----\n";
    Path beside = Files.createTempFile(path.toAbsolutePath().getParent(), ".sotto", ".pem", mode());
    try {
      Files.write(beside, text.getBytes(StandardCharsets.US_ASCII));
      Files.move(beside, path, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(beside);
    }
  }

  private FileAttribute<?>[] mode() {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** The file and what kind of thing is in it. */
  @Override
  public String toString() {
    return label + " in " + path;
  }
}
