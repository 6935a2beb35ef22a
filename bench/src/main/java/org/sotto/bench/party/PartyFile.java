package org.sotto.bench.party;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import tools.jackson.core.JacksonException;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * A party table as a YAML file. The parties' ids are their places in the list.
 *
 * <pre>
 * parties:
 *   - name: alice
 *     address: mpc-a.example:7000
 *     bind: 0.0.0.0:7000          # optional; where alice itself listens
 * </pre>
 */
public final class PartyFile {
  private record Entry(String name, String address, @Nullable String bind) {}

  private record Content(List<Entry> parties) {}

  private PartyFile() {}

  /**
   * Reads a table.
   *
   * @throws IllegalArgumentException naming the file, what was expected and what it has
   */
  public static PartyTable read(Path file) {
    try {
      Content content = new YAMLMapper().readValue(Files.readString(file), Content.class);
      if (content == null || content.parties() == null) {
        throw new IllegalArgumentException("expected a list named parties, got none");
      }
      List<Party> parties = new ArrayList<>();
      for (Entry entry : content.parties()) {
        if (entry == null || entry.name() == null || entry.address() == null) {
          throw new IllegalArgumentException(
              "entry " + parties.size() + ": expected a name and an address, got less");
        }
        Endpoint address = Endpoint.parse(entry.address());
        parties.add(
            new Party(
                parties.size(),
                entry.name(),
                address,
                entry.bind() == null ? address : Endpoint.parse(entry.bind())));
      }
      return new PartyTable(parties);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("parties file " + file + ": " + e.getMessage(), e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "parties file " + file + ": expected YAML as documented, got " + e.getOriginalMessage(),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException("parties file " + file + ": cannot read it", e);
    }
  }

  /** Writes a table. */
  public static void write(PartyTable table, Path file) throws IOException {
    List<Entry> entries = new ArrayList<>();
    for (Party party : table.all()) {
      entries.add(
          new Entry(
              party.name(),
              party.advertised().toString(),
              party.bind().equals(party.advertised()) ? null : party.bind().toString()));
    }
    Files.writeString(file, new YAMLMapper().writeValueAsString(new Content(entries)));
  }
}
