package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.Parties;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.keys.PartyKeys;

/** TLS and an emulated link through the commands' own options. */
final class PartyOptionsTest {
  private static final List<String> NAMES = List.of("alice", "bob", "charlie", "client");

  @TempDir private Path folder = Path.of("");

  private String[] line(String command, String certificateOf, String... more) {
    List<String> line = new ArrayList<>(List.of(command));
    line.addAll(List.of("--parties", "" + folder.resolve("parties.yaml"), "--link", "lan"));
    line.addAll(List.of("--cert", "" + PartyKeys.certificateFile(folder, certificateOf)));
    line.addAll(List.of("--key", "" + PartyKeys.keyFile(folder, certificateOf)));
    line.addAll(List.of("--ca", "" + PartyKeys.caFile(folder)));
    line.addAll(List.of(more));
    return line.toArray(String[]::new);
  }

  private void writeFiles() throws Exception {
    PartyTable table = Parties.loopbackTable(NAMES.toArray(String[]::new));
    PartyFile.write(table, folder.resolve("parties.yaml"));
    assertThat(new PartyKeys(NAMES, 2).write(folder, true)).hasSize(9);
  }

  @Test
  void theDemoRunsWithPartiesThatUseTlsOverALink() throws Exception {
    writeFiles();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Integer>> parties = new ArrayList<>();
      for (int id = 0; id < 3; id++) {
        String[] line = line("party", NAMES.get(id), "--id", "" + id);
        parties.add(threads.submit(() -> Sotto.run(line)));
      }
      CommandRun demo = CommandRun.of(line("demo", "client"));
      assertThat(demo.code()).as(demo.err()).isZero();
      assertThat(demo.out()).contains("All answers equal the plaintext.");
      for (Future<Integer> party : parties) {
        assertThat(party.get(30, TimeUnit.SECONDS)).isZero();
      }
    }
  }

  @Test
  void anotherPartysCertificateIsRefusedBeforeAnybodyIsDialed() throws Exception {
    writeFiles();
    CommandRun party = CommandRun.of(line("party", "bob", "--id", "0"));
    assertThat(party.code()).isEqualTo(2);
    assertThat(party.err())
        .contains("expected a certificate of alice (party 0), got one of bob (party 1)");
    CommandRun demo = CommandRun.of(line("demo", "alice"));
    assertThat(demo.code()).isEqualTo(2);
    assertThat(demo.err()).contains("expected a certificate of client (party 3)");
  }
}
