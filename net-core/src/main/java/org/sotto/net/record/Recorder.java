package org.sotto.net.record;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * A transport that writes down every session of this party, one file each, for {@link Replay}.
 *
 * <p><b>The files hold secrets</b>: every share, key and message that the party sent or took, in
 * the clear. They are created for their owner alone; guard and delete them like the inputs.
 *
 * <p>Cost: a copy of all bytes to the disk, on the session's thread; 24 KiB and a file descriptor a
 * session. A recorded session spreads large messages evenly over the flows it opened with and asks
 * for no more. A disk that refuses ends the session with {@link
 * org.sotto.net.error.RecordingException}.
 */
public final class Recorder implements Transport {
  private final Transport inner;
  private final Path directory;

  /**
   * @param inner what carries the bytes; closed with this
   * @param directory where the files go; made if it is not there. No file is overwritten.
   */
  public Recorder(Transport inner, Path directory) {
    this.inner = inner;
    this.directory = directory;
  }

  @Override
  public PartyTable parties() {
    return inner.parties();
  }

  @Override
  public int self() {
    return inner.self();
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    Flows flows = inner.open(spec, deadline);
    try {
      List<Spread> spreads = new ArrayList<>();
      for (int peer = 0; peer < parties().size(); peer++) {
        boolean isPeer = peer != self() && spec.members().contains(peer);
        spreads.add(isPeer ? new Spread(flows.count(peer), flows.most(peer)) : new Spread(0, 0));
      }
      return new RecordedFlows(
          flows,
          spec.members().stream().filter(member -> member != self()).toList(),
          spreads,
          RecordingWriter.create(directory, parties(), self(), spec, spreads));
    } catch (RuntimeException e) {
      flows.close();
      throw e;
    }
  }

  @Override
  public FlowTotals overhead(int peer) {
    return inner.overhead(peer);
  }

  @Override
  public void close() {
    inner.close();
  }
}
