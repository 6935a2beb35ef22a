package org.sotto.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.party.Party;
import org.sotto.net.tls.keys.PartyKeys;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes certificates and keys of parties, for development. */
@Command(
    name = "keys",
    mixinStandardHelpOptions = true,
    description = {
      "Makes a development CA, and a certificate and private key for each party.",
      "The CA's own key is not kept: to add a party, make the keys of all anew.",
      "Give each party ca.pem, its certificate and its key, and no other key."
    },
    footer = {"", "Example: sotto keys --names alice,bob,charlie --out keys"})
final class KeysCommand implements Callable<Integer> {
  /** Where the names come from; one of the two. */
  static final class Names {
    @Option(
        names = "--parties",
        required = true,
        description = "The table, a YAML file; its order gives the ids.")
    private @Nullable Path parties;

    @Option(
        names = "--names",
        required = true,
        split = ",",
        description = "The parties' names in the order of their ids.")
    private @Nullable List<String> names;

    List<String> all() {
      if (parties != null) {
        return PartyFile.read(parties).all().stream().map(Party::name).toList();
      }
      return names == null ? List.of() : names;
    }
  }

  @ArgGroup(multiplicity = "1")
  private Names names = new Names();

  @Option(names = "--out", required = true, description = "The folder to write to.")
  private Path out = Path.of("");

  @Option(
      names = "--days",
      description = "How long they are good for, 1 to 3650 (default: ${DEFAULT-VALUE}).")
  private int days = 365;

  @Option(names = "--force", description = "Replace files that are there already.")
  private boolean force;

  @Override
  public Integer call() throws IOException {
    List<String> parties = names.all();
    PartyKeys keys = new PartyKeys(parties, days);
    List<Path> written;
    try {
      written = keys.write(out, force);
    } catch (FileAlreadyExistsException e) {
      throw new IllegalArgumentException(
          "--out: expected no file " + e.getFile() + " (--force replaces it)", e);
    } catch (IOException e) {
      throw new IllegalArgumentException("--out: cannot write to " + out + ": " + e, e);
    }
    print(written, keys, parties, System.out);
    return ExitCode.OK;
  }

  private static void print(
      List<Path> written, PartyKeys keys, List<String> parties, PrintStream to) {
    written.forEach(file -> to.println("wrote " + file));
    for (int id = 0; id < parties.size(); id++) {
      to.println(keys.identity(id));
    }
  }
}
