package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording of a protocol has in it. */
@Timeout(60)
final class FlightRecorderTest {
  private static final int LARGE = 600_000;

  @TempDir private Path directory;

  private List<RecordedEvent> recorded(boolean frames, Carrier carrier) throws IOException {
    Path file = directory.resolve("events.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("sotto.Wait").withThreshold(Duration.ZERO);
      recording.enable("sotto.Phase");
      recording.enable("sotto.Connection");
      if (frames) {
        recording.enable("sotto.Frame");
      }
      recording.start();
      try (Parties parties = carrier.parties(2)) {
        parties.run("recorded", SessionOptions.defaults().withFlows(1), this::protocol);
      }
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("sotto."))
        .toList();
  }

  private int protocol(Session session) {
    try (Phase _ = session.phase("outer")) {
      try (Phase _ = session.phase("inner")) {
        session.next().sendBytes(new byte[5]);
        session.next().sendBytes(new byte[LARGE]);
        session.next().receiveBytes(5);
        session.next().receiveBytes(LARGE);
      }
    }
    return session.self();
  }

  private static List<RecordedEvent> of(List<RecordedEvent> all, String name) {
    return all.stream().filter(e -> e.getEventType().getName().equals("sotto." + name)).toList();
  }

  @Test
  void framesWaitsAndPhasesAreEvents() throws IOException {
    List<RecordedEvent> all = recorded(true, Carrier.MEMORY);
    List<RecordedEvent> frames = of(all, "Frame");
    for (boolean sent : new boolean[] {true, false}) {
      List<RecordedEvent> way = frames.stream().filter(e -> e.getBoolean("sent") == sent).toList();
      // Two parties; one message in one frame, one in three.
      assertThat(way).hasSize(2 * 4);
      assertThat(way.stream().mapToLong(e -> e.getLong("payload")).sum())
          .isEqualTo(2L * (5 + LARGE));
      assertThat(way.stream().filter(e -> e.getBoolean("last"))).hasSize(2 * 2);
    }
    assertThat(frames).allSatisfy(e -> assertThat(e.getString("session")).isEqualTo("recorded#0"));
    assertThat(of(all, "Phase").stream().map(e -> e.getString("path")))
        .containsExactlyInAnyOrder("outer", "outer/inner", "outer", "outer/inner");
    assertThat(of(all, "Wait"))
        .isNotEmpty()
        .allSatisfy(e -> assertThat(e.getString("phase")).startsWith("outer"));
  }

  @Test
  void connectionsOfTcpAreEventsAndFramesOnlyIfAskedFor() throws IOException {
    List<RecordedEvent> all = recorded(false, Carrier.TCP);
    assertThat(of(all, "Frame")).isEmpty();
    List<RecordedEvent> connections = of(all, "Connection");
    Set<String> up =
        connections.stream()
            .filter(e -> e.getBoolean("up"))
            .map(e -> e.getString("of"))
            .collect(Collectors.toSet());
    assertThat(up)
        .contains("alice (party 0), control", "bob (party 1), control")
        .contains("alice (party 0), session recorded#0", "bob (party 1), session recorded#0");
    assertThat(connections.stream().filter(e -> !e.getBoolean("up"))).isNotEmpty();
  }

  @Test
  void noEventHasRoomForWhatIsSent() throws IOException {
    Set<String> fields =
        recorded(true, Carrier.TCP).stream()
            .flatMap(e -> e.getEventType().getFields().stream())
            .map(ValueDescriptor::getName)
            .collect(Collectors.toSet());
    assertThat(fields)
        .isSubsetOf(
            "startTime",
            "duration",
            "eventThread",
            "stackTrace",
            "session",
            "peer",
            "sent",
            "last",
            "payload",
            "path",
            "phase",
            "what",
            "of",
            "flow",
            "up",
            "received");
  }
}
