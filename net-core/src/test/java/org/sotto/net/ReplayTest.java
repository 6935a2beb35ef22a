package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.Ring32;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.RecordingException;
import org.sotto.net.error.ReplayMismatchException;
import org.sotto.net.error.SessionFailedException;
import org.sotto.net.party.PartyTable;

/** One party runs alone against its recording, and every difference is told. */
@Timeout(60)
final class ReplayTest {
  private static final MeshOptions OPTIONS = MeshOptions.defaults();

  @TempDir Path directory;

  /** Ways to carry what is recorded. */
  enum Way {
    MEMORY,
    MEMORY_STRIPED,
    TCP,
    TCP_STRIPED,
    TCP_SHARED;

    SessionOptions session() {
      return switch (this) {
        case MEMORY, TCP -> SessionOptions.defaults();
        case MEMORY_STRIPED, TCP_STRIPED -> SessionOptions.defaults().withFlows(3);
        case TCP_SHARED -> SessionOptions.defaults().shared();
      };
    }

    Parties parties(MeshOptions options) {
      return name().startsWith("MEMORY")
          ? Parties.inMemory(3, options)
          : Parties.onLoopback(3, options);
    }
  }

  /** Small and large messages, with and without flushes; what it received. */
  private static long protocol(Session session) {
    SplittableRandom random = new SplittableRandom(session.self());
    long sum = 0;
    for (int round = 0; round < 40; round++) {
      try (Phase phase = session.phase("round-" + round % 3)) {
        assertThat(phase).isNotNull();
        int size = round % 8 == 7 ? 300_000 + 1000 * round : 1 + 7 * round;
        int[] values = random.ints(size).toArray();
        session.next().sendRing32(values);
        session.previous().send(new Ring32(round));
        if (round % 5 == 0) {
          session.flush();
        }
        for (int value : session.previous().receiveRing32(size)) {
          sum = 31 * sum + value;
        }
        sum += session.next().receive(Ring32.class).value();
      }
    }
    return sum;
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void everyPartyRunsAloneWithTheSameResultAndCounts(Way way) {
    PartyTable table;
    List<Long> results;
    List<String> costs;
    try (Parties parties = way.parties(OPTIONS.withRecording(directory))) {
      table = parties.mesh(0).parties();
      results = parties.run("a/b", way.session(), ReplayTest::protocol);
      costs =
          parties.run(
              "costs",
              way.session(),
              session -> {
                protocol(session);
                return counts(session);
              });
    }
    for (int self = 0; self < 3; self++) {
      try (Mesh alone = Mesh.replay(table, self, OPTIONS, directory)) {
        try (Session session = alone.session("a/b", way.session())) {
          assertThat(protocol(session)).isEqualTo(results.get(self));
        }
        try (Session session = alone.session("costs", way.session())) {
          protocol(session);
          assertThat(counts(session)).isEqualTo(costs.get(self));
        }
      }
    }
  }

  private static String counts(Session session) {
    PhaseCost all = session.costs().total();
    return all.rounds() + " rounds, " + all.links();
  }

  private static void twoRounds(Session session) {
    session.next().sendBytes(new byte[] {1, 2, 3});
    assertThat(session.previous().receiveBytes(3)).hasSize(3);
    session.next().sendBytes(new byte[] {4, 5, 6, 7});
    assertThat(session.previous().receiveBytes(4)).hasSize(4);
  }

  private void replayed(Consumer<Session> task) {
    try (Mesh alone = Mesh.replay(record(), 0, OPTIONS, directory);
        Session session = alone.session("two")) {
      task.accept(session);
    }
  }

  private PartyTable record() {
    try (Parties parties = Parties.inMemory(2, OPTIONS.withRecording(directory))) {
      parties.run(
          "two",
          session -> {
            twoRounds(session);
            return session.self();
          });
      return parties.mesh(0).parties();
    }
  }

  @Test
  void anotherByteIsToldWithItsPlaceAndNotItsValue() {
    replayed(
        session -> {
          session.next().sendBytes(new byte[] {1, 2, 77});
          assertThatThrownBy(session::flush)
              .isInstanceOfSatisfying(
                  ReplayMismatchException.class,
                  e -> {
                    assertThat(e.session()).isEqualTo("two#0");
                    assertThat(e.party()).isEqualTo(1);
                    assertThat(e.flow()).isZero();
                    assertThat(e.offset()).isEqualTo(3);
                  })
              .hasMessageContainingAll(
                  "two#0", "to bob (party 1)", "flow 0", "byte 3", "expected", "got")
              .hasMessageNotContainingAny("77", "4d", "4D");
          assertThat(session.isOpen()).isFalse();
          assertThatThrownBy(session::flush).isInstanceOf(SessionFailedException.class);
        });
  }

  @Test
  void aLongerAndAFurtherMessageAreTold() {
    assertThatThrownBy(
            () ->
                replayed(
                    session -> {
                      session.next().sendBytes(new byte[9]);
                      session.flush();
                    }))
        .isInstanceOf(ReplayMismatchException.class)
        .hasMessageContainingAll("byte 0", "expected the");
    deleteRecordings();
    assertThatThrownBy(
            () ->
                replayed(
                    session -> {
                      twoRounds(session);
                      session.next().sendBytes(new byte[5]);
                    }))
        .isInstanceOf(ReplayMismatchException.class)
        .hasMessageContainingAll("byte 9", "nothing more to be sent", "got 6 bytes more");
  }

  @Test
  void lessThanWasRecordedIsToldAtTheEnd() {
    assertThatThrownBy(
            () ->
                replayed(
                    session -> {
                      session.next().sendBytes(new byte[] {1, 2, 3});
                      session.previous().receiveBytes(3);
                    }))
        .isInstanceOf(ReplayMismatchException.class)
        .hasMessageContainingAll("byte 4", "5 bytes more to be sent", "the end");
    deleteRecordings();
    assertThatThrownBy(
            () ->
                replayed(
                    session -> {
                      session.next().sendBytes(new byte[] {1, 2, 3});
                      session.previous().receiveBytes(3);
                      session.next().sendBytes(new byte[] {4, 5, 6, 7});
                    }))
        .isInstanceOf(ReplayMismatchException.class)
        .hasMessageContainingAll("from bob", "5 bytes more to be received", "the end");
  }

  @Test
  void aWaitForMoreThanWasReceivedIsTold() {
    assertThatThrownBy(
            () ->
                replayed(
                    session -> {
                      twoRounds(session);
                      session.previous().receiveBytes(1);
                    }))
        .isInstanceOf(ReplayMismatchException.class)
        .hasMessageContainingAll("from bob (party 1)", "byte 9", "a wait");
  }

  private static void gaveUp(Session session) {
    session.next().sendBytes(new byte[100]);
    if (session.self() == 1) {
      session.previous().receiveBytes(100);
      session.abort("no more");
    } else {
      session.previous().receiveBytes(100);
      session.next().sendBytes(new byte[100]);
      session.previous().receiveBytes(100);
    }
  }

  @Test
  void anAbortAndADesyncComeAgain() {
    PartyTable table;
    try (Parties parties = Parties.inMemory(2, OPTIONS.withRecording(directory))) {
      table = parties.mesh(0).parties();
      for (String name : List.of("abort", "desync")) {
        assertThatThrownBy(() -> parties.run(name, session -> failing(session)))
            .isInstanceOf(
                name.equals("abort") ? PartyAbortedException.class : DesyncException.class);
      }
    }
    try (Mesh alone = Mesh.replay(table, 0, OPTIONS, directory)) {
      try (Session session = alone.session("abort")) {
        assertThatThrownBy(() -> failing(session))
            .isInstanceOf(PartyAbortedException.class)
            .hasMessageContainingAll("bob (party 1)", "no more");
      }
      try (Session session = alone.session("desync")) {
        assertThatThrownBy(() -> failing(session)).isInstanceOf(DesyncException.class);
      }
    }
  }

  private static Void failing(Session session) {
    if (session.name().equals("abort")) {
      gaveUp(session);
    } else {
      session.next().sendBytes(new byte[50 + session.self()]);
      session.previous().receiveBytes(50);
    }
    return null;
  }

  @Test
  void otherOptionsAndOtherPartiesAreNamed() {
    PartyTable table = record();
    try (Mesh alone = Mesh.replay(table, 1, OPTIONS, directory)) {
      assertThatThrownBy(
              () -> alone.session("two", SessionOptions.defaults().withParameter("k", "5")))
          .isInstanceOf(HelloMismatchException.class)
          .hasMessageContainingAll("parameter k", "expected '5'", "got none");
      try (Session session = alone.session("three")) {
        assertThat(session).isNull();
      } catch (RecordingException e) {
        assertThat(e).hasMessageContainingAll("three#0", "expected", "got none");
      }
      assertThatThrownBy(alone::close)
          .isInstanceOf(RecordingException.class)
          .hasMessageContainingAll("party-1.two#0.rec");
    }
    PartyTable others = PartyTable.named("alice", "mallory");
    assertThatThrownBy(() -> Mesh.replay(others, 0, OPTIONS, directory).session("two"))
        .isInstanceOf(RecordingException.class)
        .hasMessageContainingAll("expected table digest", "got");
    assertThatThrownBy(() -> Mesh.replay(table, 0, OPTIONS, directory.resolve("none")))
        .isInstanceOf(RecordingException.class);
  }

  @Test
  void filesAreTheirOwnersAloneAndAreNotOverwritten() throws IOException {
    assumeThat(directory.getFileSystem().supportedFileAttributeViews()).contains("posix");
    Path inside = directory.resolve("new");
    for (int run = 0; run < 2; run++) {
      try (Parties parties = Parties.inMemory(2, OPTIONS.withRecording(inside))) {
        if (run == 0) {
          parties.run("two", Session::key);
        } else {
          assertThatThrownBy(() -> parties.run("two", Session::key))
              .isInstanceOf(RecordingException.class)
              .hasMessageContaining("exists");
        }
      }
    }
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inside)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.list(inside)) {
      assertThat(files.toList())
          .hasSize(2)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
  }

  private void deleteRecordings() {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
