package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.tls.keys.PartyKeys;

final class KeysCommandTest {
  private static TlsIdentity load(Path folder, String name) {
    return TlsIdentity.load(
        PartyKeys.certificateFile(folder, name),
        PartyKeys.keyFile(folder, name),
        PartyKeys.caFile(folder));
  }

  @Test
  void keysOfNamesLoadAndTheirEndIsPrinted(@TempDir Path folder) throws Exception {
    Path out = folder.resolve("keys");
    CommandRun run =
        CommandRun.of("keys", "--names", "alice,bob,charlie", "--out", "" + out, "--days", "10");
    assertThat(run.err()).isEmpty();
    assertThat(run.code()).isZero();
    TlsIdentity charlie = load(out, "charlie");
    charlie.verify(2, "charlie");
    assertThat(charlie.expires())
        .isBetween(Instant.now().plus(Duration.ofDays(9)), Instant.now().plus(Duration.ofDays(11)));
    assertThat(run.out())
        .contains("wrote " + out.resolve("ca.pem"))
        .contains("wrote " + out.resolve("alice.cert.pem"))
        .contains("wrote " + out.resolve("bob.key.pem"))
        .contains(charlie.toString())
        .doesNotContain(Files.readAllLines(PartyKeys.keyFile(out, "bob")).get(1));
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(PartyKeys.keyFile(out, "bob"))))
        .isEqualTo("rw-------");
  }

  @Test
  void aTableGivesTheNames(@TempDir Path folder) throws Exception {
    Path table = folder.resolve("parties.yaml");
    PartyFile.write(PartyTable.named("red", "green"), table);
    CommandRun run = CommandRun.of("keys", "--parties", "" + table, "--out", "" + folder);
    assertThat(run.err()).isEmpty();
    load(folder, "red").verify(0, "red");
    load(folder, "green").verify(1, "green");
  }

  @Test
  void filesAreReplacedOnlyByForce(@TempDir Path folder) throws Exception {
    String[] line = {"keys", "--names", "alice", "--out", "" + folder};
    assertThat(CommandRun.of(line).code()).isZero();
    String before = Files.readString(PartyKeys.keyFile(folder, "alice"));

    CommandRun refused = CommandRun.of(line);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("expected no file " + PartyKeys.caFile(folder))
        .contains("--force");
    assertThat(refused.out()).isEmpty();
    assertThat(PartyKeys.keyFile(folder, "alice")).hasContent(before);

    assertThat(CommandRun.of("keys", "--names", "alice", "--out", "" + folder, "--force").code())
        .isZero();
    assertThat(Files.readString(PartyKeys.keyFile(folder, "alice"))).isNotEqualTo(before);
    load(folder, "alice").verify(0, "alice");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "keys --names ../alice --out OUT|party name: expected 1 to 64 of",
        "keys --names alice,alice --out OUT|got 'alice' twice",
        "keys --names alice,,bob --out OUT|party name: expected",
        "keys --names alice --out OUT --days 0|days: expected 1 to 3650, got 0",
        "keys --names alice --out OUT/file/below|cannot write to",
        "keys --names alice|Missing required option: '--out",
        "keys --out OUT|Missing required argument",
        "keys --names alice --parties x.yaml --out OUT|mutually exclusive",
        "keys --parties OUT/none.yaml --out OUT|cannot read it",
      })
  void wrongUsageIsNamedAndNothingIsWritten(String line, String complaint, @TempDir Path folder)
      throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    CommandRun run = CommandRun.of(line.replace("OUT", folder.toString()).split(" "));
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(complaint);
    assertThat(run.out()).isEmpty();
    try (Stream<Path> there = Files.list(folder)) {
      assertThat(there).containsExactly(file);
    }
  }
}
