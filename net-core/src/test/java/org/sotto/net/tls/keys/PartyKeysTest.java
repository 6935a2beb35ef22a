package org.sotto.net.tls.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.net.tls.PartyUri;
import org.sotto.net.tls.TlsIdentity;

/** Key files: who can read them, what is not overwritten, which names they may have. */
final class PartyKeysTest {
  private static TlsIdentity load(Path folder, String name) {
    return TlsIdentity.load(
        PartyKeys.certificateFile(folder, name),
        PartyKeys.keyFile(folder, name),
        PartyKeys.caFile(folder));
  }

  @Test
  void everyPartyCanLoadItsFilesAndNobodyElseItsKey(@TempDir Path folder) throws Exception {
    PartyKeys keys = new PartyKeys(List.of("alice", "bob", "charlie"), 30);
    List<Path> written = keys.write(folder.resolve("new/keys"), false);
    assertThat(written).hasSize(7).allMatch(Files::exists);
    try (Stream<Path> there = Files.list(folder.resolve("new/keys"))) {
      assertThat(there).containsExactlyInAnyOrderElementsOf(written);
    }
    assertThat(load(folder.resolve("new/keys"), "charlie").party())
        .isEqualTo(new PartyUri(2, "charlie"));
    for (Path file : written) {
      String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
      assertThat(mode)
          .as("mode of %s", file)
          .matches(file.toString().endsWith(".key.pem") ? "rw-------" : "rw-r[-w]?-.*");
    }
    assertThat(keys.expires())
        .isBetween(
            Instant.now().plus(Duration.ofDays(29)), Instant.now().plus(Duration.ofDays(31)));
    assertThat(keys.identity(1).party()).isEqualTo(new PartyUri(1, "bob"));
  }

  @Test
  void oneFileInTheWayAndNothingIsWritten(@TempDir Path folder) throws Exception {
    Path inTheWay = Files.writeString(PartyKeys.keyFile(folder, "bob"), "precious");
    PartyKeys keys = new PartyKeys(List.of("alice", "bob"), 30);
    assertThatThrownBy(() -> keys.write(folder, false))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("bob.key.pem");
    assertThat(inTheWay).hasContent("precious");
    try (Stream<Path> there = Files.list(folder)) {
      assertThat(there).containsExactly(inTheWay);
    }
  }

  @Test
  void replacedFilesAreWholeAndPrivate(@TempDir Path folder) throws Exception {
    Path open = Files.writeString(PartyKeys.keyFile(folder, "alice"), "old");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rw-rw-rw-"));
    new PartyKeys(List.of("alice"), 30).write(folder, true);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(open)))
        .isEqualTo("rw-------");
    assertThat(load(folder, "alice").party().name()).isEqualTo("alice");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "../alice", "a/b", ".hidden", "-rf", "two words", "zoë", "a\nb", "a\0b"})
  void namesThatAreNoFileNamesAreRefused(String name) {
    assertThatThrownBy(() -> new PartyKeys(List.of("alice", name), 30))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("party name: expected");
  }

  @Test
  void namesThatCollideAndOddTimesAreRefused() {
    assertThatThrownBy(() -> new PartyKeys(List.of("alice", "Alice"), 30))
        .hasMessageContaining("got 'Alice' twice");
    assertThatThrownBy(() -> new PartyKeys(List.of("x".repeat(65)), 30))
        .hasMessageContaining("party name: expected");
    assertThatThrownBy(() -> new PartyKeys(List.of(), 30)).hasMessageContaining("got none");
    for (int days : new int[] {0, -1, 3651}) {
      assertThatThrownBy(() -> new PartyKeys(List.of("alice"), days))
          .hasMessageContaining("days: expected 1 to 3650, got " + days);
    }
  }

  @Test
  void aKeyShowsNothingOfItself() {
    DevelopmentCa ca = new DevelopmentCa(Instant.now(), Instant.now().plusSeconds(60));
    assertThat(ca.own().toString()).startsWith("key of CN=Sotto development CA");
    assertThat(ca.own().certificate().getBasicConstraints()).isZero();
  }
}
