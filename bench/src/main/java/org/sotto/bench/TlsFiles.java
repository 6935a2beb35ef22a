package org.sotto.bench;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sotto.net.MeshOptions;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The three files of a party's TLS identity as options of a command: all three or none. */
final class TlsFiles {
  /** The three; picocli names those that are missing. */
  static final class Files {
    @Option(
        names = "--cert",
        required = true,
        paramLabel = "FILE",
        description = "Own certificate for TLS, PEM (sotto keys makes one); with --key, --ca.")
    private Path certificate = Path.of("");

    @Option(
        names = "--key",
        required = true,
        paramLabel = "FILE",
        description = "Its private key, PEM, PKCS#8.")
    private Path key = Path.of("");

    @Option(
        names = "--ca",
        required = true,
        paramLabel = "FILE",
        description = "The CA that signed the certificates of all parties, PEM.")
    private Path ca = Path.of("");
  }

  @ArgGroup(exclusive = false, multiplicity = "0..1")
  private @Nullable Files files;

  /** Whether the three were given. */
  boolean given() {
    return files != null;
  }

  /**
   * Reads the files.
   *
   * @return empty if none was given
   * @throws org.sotto.net.error.IdentityException saying what is wrong with which file
   */
  Optional<TlsIdentity> identity() {
    Files given = files;
    return given == null
        ? Optional.empty()
        : Optional.of(TlsIdentity.load(given.certificate, given.key, given.ca));
  }

  /** Options with TLS as this party of the table, or as they were. */
  MeshOptions addTo(MeshOptions options, PartyTable table, int self) {
    Optional<TlsIdentity> identity = identity();
    if (identity.isEmpty()) {
      return options;
    }
    Party own = table.party(self);
    identity.get().verify(self, own.name());
    return options.withTls(identity.get());
  }
}
