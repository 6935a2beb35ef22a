package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.net.CutConnectionsTest.Way;
import org.sotto.net.party.PartyTable;

/** Much traffic in little memory, in processes of which each has only as much as is promised. */
@Timeout(300)
final class HeavyTrafficTest {
  private static final List<String> LITTLE = List.of("-Xmx128m", "-XX:MaxDirectMemorySize=128m");
  private static final List<String> MUCH = List.of("-Xmx2g", "-XX:MaxDirectMemorySize=2g");

  @TempDir private Path logs;

  private void play(int parties, List<String> memory, String... play)
      throws IOException, InterruptedException {
    PartyTable table = Parties.loopbackTable(Parties.names(parties));
    List<Process> processes = new ArrayList<>();
    try {
      for (int self = 0; self < parties; self++) {
        processes.add(HeavyParty.start(table, self, memory, List.of(play), log(self)));
      }
      for (int self = 0; self < parties; self++) {
        assertThat(processes.get(self).waitFor(240, TimeUnit.SECONDS)).isTrue();
        assertThat(processes.get(self).exitValue()).as(this::said).isZero();
        assertThat(Files.readString(log(self))).doesNotContain("WARNING", "Exception");
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  /** What all parties said: the first to fail takes the others along. */
  private String said() {
    try (Stream<Path> files = Files.list(logs)) {
      StringBuilder said = new StringBuilder();
      for (Path file : files.sorted().toList()) {
        said.append(file.getFileName()).append(":\n").append(Files.readString(file));
      }
      return said.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path log(int self) {
    return logs.resolve("party-" + self + ".log");
  }

  /** A stop of 1.5 s, and then 1 ms each 8 MiB. */
  @ParameterizedTest
  @EnumSource(Way.class)
  void aReceiverThatStopsAndIsSlowHoldsItsSenderBackInLittleMemory(Way way) throws Exception {
    play(2, LITTLE, "STREAM", way.name(), "512", "1500");
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  @Tag("long")
  void tenGibibytesOneWayTakeLittleMemory(Way way) throws Exception {
    play(2, LITTLE, "STREAM", way.name(), "10240", "3000");
  }

  /** A window of the smallest runs, untaken for 3 s. */
  @Test
  void tinyMessagesThatNobodyTakesTakeLittleMemory() throws Exception {
    List<String> little = List.of("-Xmx96m", "-XX:MaxDirectMemorySize=96m");
    play(2, little, "TINY", Way.SHARED.name(), "2", "3000");
  }

  @Test
  void messagesOfAllSizesArrive() throws Exception {
    play(2, MUCH, "SIZES", Way.STRIPED.name(), "32", "0");
  }

  /** From 0 bytes to 2 GiB and an element. */
  @ParameterizedTest
  @EnumSource(Way.class)
  @Tag("long")
  void aMessageOfMoreThanTwoGibibytesArrives(Way way) throws Exception {
    play(2, List.of("-Xmx3g", "-XX:MaxDirectMemorySize=128m"), "SIZES", way.name(), "2048", "0");
  }

  @ParameterizedTest
  @CsvSource({
    "ONE,DRIVEN", "ONE,STRIPED", "ONE,SHARED",
    "MANY,DRIVEN", "MANY,STRIPED", "MANY,SHARED",
    "BOTH,DRIVEN", "BOTH,STRIPED", "BOTH,SHARED"
  })
  @Tag("long")
  void threePartiesSend256MiBEachBeforeTheyReceive(String play, Way way) throws Exception {
    play(3, MUCH, play, way.name(), "256", "0");
  }
}
