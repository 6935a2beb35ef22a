package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.bench.iris.IrisTemplateFile;
import org.sotto.bench.party.PartyFile;
import org.sotto.mpc.iris.IrisGenerator;
import org.sotto.mpc.iris.IrisTemplate;
import org.sotto.net.Parties;
import org.sotto.net.party.PartyTable;

/** Files that users write: right ones are read back, wrong ones are named with what is expected. */
final class FilesTest {
  @Test
  void aTemplateIsReadBackAsItWasWritten(@TempDir Path folder) throws Exception {
    IrisTemplate template = new IrisGenerator(9).person();
    Path file = folder.resolve("template.json");
    IrisTemplateFile.write(template, file);
    IrisTemplate read = IrisTemplateFile.read(file);
    assertThat(read.codeWords()).isEqualTo(template.codeWords());
    assertThat(read.maskWords()).isEqualTo(template.maskWords());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[]",
        "not json",
        "{\"code\":\"\",\"mask\":\"\"}",
        "{\"code\":\"zz\"}",
        "null"
      })
  void aWrongTemplateFileIsNamed(String content, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.json"), content);
    assertThatThrownBy(() -> IrisTemplateFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad.json")
        .hasMessageContaining("expected");
  }

  @Test
  void aTemplateWithAWrongCharacterIsNamed(@TempDir Path folder) throws Exception {
    String content =
        "{\"code\":\"" + "g".repeat(3200) + "\",\"mask\":\"" + "0".repeat(1600) + "\"}";
    Path file = Files.writeString(folder.resolve("bad.json"), content);
    assertThatThrownBy(() -> IrisTemplateFile.read(file))
        .hasMessageContaining("hex digits in code");
  }

  @Test
  void aPartyTableIsReadBackAsItWasWritten(@TempDir Path folder) throws Exception {
    PartyTable table = Parties.loopbackTable("alice", "bob", "charlie");
    Path file = folder.resolve("parties.yaml");
    PartyFile.write(table, file);
    assertThat(PartyFile.read(file)).isEqualTo(table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "parties: []",
        "parties: 7",
        "parties:\n  - name: alice\n",
        "parties:\n  - name: alice\n    address: nowhere\n",
        "parties:\n  - name: a\n    address: h:1\n  - name: a\n    address: h:2\n",
        "parties:\n  - name: a\n    address: h:99999\n  - name: b\n    address: h:2\n",
        "parties: [\t"
      })
  void aWrongPartyFileIsNamed(String content, @TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("bad.yaml"), content);
    assertThatThrownBy(() -> PartyFile.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bad.yaml")
        .hasMessageContaining("expected");
  }
}
