package org.sotto.net.record;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.error.RecordingException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * The transport of one party whose peers are what a {@link Recorder} wrote: what it receives comes
 * from the files, and what it sends must be what it sent then, byte for byte. The first difference
 * is a {@link org.sotto.net.error.ReplayMismatchException}. A session that closes must have sent
 * and taken all that was recorded; one that failed then fails in the same way, unless it was for
 * lack of time.
 *
 * <p>The party must draw what it drew then: a protocol that takes fresh randomness differs with its
 * first masked message. Waits take no time, so the ledger's counts are those of the recorded run
 * and its times are not.
 *
 * <p>Cost: files are mapped and never read into memory; each flow's cursor reads the starts of all
 * records once.
 */
public final class Replay implements Transport {
  private final PartyTable parties;
  private final int self;
  private final Path directory;
  private final Set<Path> left;

  /**
   * @param parties the table of the recorded run
   * @param self who runs again
   * @param directory where its recordings are
   * @throws RecordingException if the directory cannot be read
   */
  public Replay(PartyTable parties, int self, Path directory) {
    this.parties = parties;
    this.self = self;
    this.directory = directory;
    try {
      this.left = new HashSet<>(RecordingFiles.all(directory, self));
    } catch (IOException e) {
      throw new RecordingException("recordings in " + directory + ": cannot read them", e);
    }
  }

  @Override
  public PartyTable parties() {
    return parties;
  }

  @Override
  public int self() {
    return self;
  }

  /**
   * Opens the flows of a session that was recorded.
   *
   * @throws RecordingException if there is no such recording, or it is not whole
   * @throws HelloMismatchException if the session was recorded with another spec
   */
  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    Path file = RecordingFiles.of(directory, self, spec.key());
    RecordingReader recording = RecordingReader.open(file, parties, self);
    try {
      List<String> mismatches = new ArrayList<>(spec.mismatches(recording.spec()));
      if (!spec.key().equals(recording.spec().key())) {
        mismatches.add("session: expected " + spec.key() + ", got " + recording.spec().key());
      }
      if (!mismatches.isEmpty()) {
        throw new HelloMismatchException("recording " + file, mismatches);
      }
    } catch (RuntimeException e) {
      recording.close();
      throw e;
    }
    synchronized (left) {
      left.remove(file);
    }
    return new ReplayFlows(recording, parties);
  }

  @Override
  public FlowTotals overhead(int peer) {
    return new FlowTotals(0, 0, 0, 0);
  }

  /**
   * Ends the replay.
   *
   * @throws RecordingException if there are recordings of sessions that were not opened
   */
  @Override
  public void close() {
    synchronized (left) {
      if (!left.isEmpty()) {
        String names = left.stream().map(file -> "" + file.getFileName()).sorted().toList() + "";
        left.clear();
        throw new RecordingException(
            "recordings in " + directory + ": expected all to be replayed, got none of " + names,
            null);
      }
    }
  }
}
