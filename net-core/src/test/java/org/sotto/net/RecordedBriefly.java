package org.sotto.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.sotto.net.party.PartyTable;
import org.sotto.net.record.Recorder;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/** Records all sessions of a transport, and throws the recordings away when it closes. */
record RecordedBriefly(Transport recorder, Path directory) implements Transport {
  static RecordedBriefly of(Transport inner) {
    try {
      Path directory = Files.createTempDirectory("sotto-recorded");
      return new RecordedBriefly(new Recorder(inner, directory), directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public PartyTable parties() {
    return recorder.parties();
  }

  @Override
  public int self() {
    return recorder.self();
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    return recorder.open(spec, deadline);
  }

  @Override
  public FlowTotals overhead(int peer) {
    return recorder.overhead(peer);
  }

  @Override
  public void close() {
    recorder.close();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : List.copyOf(files.toList())) {
        Files.deleteIfExists(file);
      }
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
