package org.sotto.net.tls.keys;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.sotto.net.tls.PartyUri;
import org.sotto.net.tls.TlsIdentity;

/**
 * A development CA, and a certificate and key for each party. As files:
 *
 * <pre>
 *   ca.pem              the CA's certificate, the same for all; its key is not kept
 *   alice.cert.pem      alice's certificate
 *   alice.key.pem       alice's key, PKCS#8, mode 0600; for alice alone
 * </pre>
 */
public final class PartyKeys {
  /** Clocks of parties differ, so certificates begin a while before they are made. */
  private static final Duration BEFORE_NOW = Duration.ofHours(1);

  private static final int MOST_DAYS = 3650;
  private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9._-]{0,63}");
  private static final String CA_FILE = "ca.pem";

  private final DevelopmentCa ca;
  private final List<String> names;
  private final List<CertifiedKey> keys = new ArrayList<>();
  private final Instant expires;

  /**
   * Makes new keys.
   *
   * @param names the parties' names in the order of their ids; 1 to 64 of {@code A-Z a-z 0-9 . _ -}
   *     each, since files are named after them
   * @param days how many days they are good for, 1 to 3650
   * @throws IllegalArgumentException naming the name or number that is wrong
   */
  public PartyKeys(List<String> names, int days) {
    check(names, days);
    this.names = List.copyOf(names);
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Instant from = now.minus(BEFORE_NOW);
    this.expires = now.plus(Duration.ofDays(days));
    this.ca = new DevelopmentCa(from, expires);
    for (int id = 0; id < names.size(); id++) {
      keys.add(ca.issue(new PartyUri(id, names.get(id)), from, expires));
    }
  }

  private static void check(List<String> names, int days) {
    if (days < 1 || days > MOST_DAYS) {
      throw new IllegalArgumentException("days: expected 1 to " + MOST_DAYS + ", got " + days);
    }
    if (names.isEmpty()) {
      throw new IllegalArgumentException("party names: expected at least one, got none");
    }
    Set<String> seen = new HashSet<>();
    for (String name : names) {
      if (!FILE_NAME.matcher(name).matches()) {
        throw new IllegalArgumentException(
            "party name: expected 1 to 64 of A-Z a-z 0-9 . _ - (files are named after it), the"
                + " first no . or -, got '"
                + name
                + "'");
      }
      if (!seen.add(name.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "party names: expected names that differ in more than capitals, got '"
                + name
                + "' twice");
      }
    }
  }

  /** When the certificates end. */
  public Instant expires() {
    return expires;
  }

  /** The identity of a party, without files. */
  public TlsIdentity identity(int id) {
    CertifiedKey own = keys.get(id);
    return TlsIdentity.of(List.of(own.certificate()), own.key(), List.of(ca.certificate()));
  }

  /**
   * Writes the files.
   *
   * @param folder where to; made if it is not there
   * @param overwrite whether files that are there already may be replaced
   * @return what was written: the CA, then certificate and key of each party
   * @throws FileAlreadyExistsException naming the first file in the way; nothing is written then
   * @throws IOException if a file cannot be written
   */
  public List<Path> write(Path folder, boolean overwrite) throws IOException {
    List<PemFile> files = new ArrayList<>();
    files.add(PemFile.certificate(caFile(folder), ca.certificate()));
    for (int id = 0; id < keys.size(); id++) {
      files.add(
          PemFile.certificate(certificateFile(folder, names.get(id)), keys.get(id).certificate()));
      files.add(PemFile.key(keyFile(folder, names.get(id)), keys.get(id).key()));
    }
    if (!overwrite) {
      for (PemFile file : files) {
        if (Files.exists(file.path())) {
          throw new FileAlreadyExistsException(file.path().toString());
        }
      }
    }
    Files.createDirectories(folder);
    for (PemFile file : files) {
      file.write();
    }
    return files.stream().map(PemFile::path).toList();
  }

  /** Where the trusted CA is in a folder. */
  public static Path caFile(Path folder) {
    return folder.resolve(CA_FILE);
  }

  /** Where a party's certificate is in a folder. */
  public static Path certificateFile(Path folder, String name) {
    return folder.resolve(name + ".cert.pem");
  }

  /** Where a party's key is in a folder. */
  public static Path keyFile(Path folder, String name) {
    return folder.resolve(name + ".key.pem");
  }
}
