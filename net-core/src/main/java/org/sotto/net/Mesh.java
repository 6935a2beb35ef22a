package org.sotto.net;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.sotto.net.party.PartyTable;
import org.sotto.net.record.Recorder;
import org.sotto.net.record.Replay;
import org.sotto.net.tcp.TcpTransport;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/** All links of one party. Safe for use by several threads; its sessions are not. */
public final class Mesh implements AutoCloseable {
  private final Transport transport;
  private final MeshOptions options;
  private final ConcurrentHashMap<String, Integer> opened = new ConcurrentHashMap<>();

  private Mesh(Transport transport, MeshOptions options) {
    this.transport = transport;
    this.options = options;
  }

  /**
   * Connects to all other parties over TCP and returns when every one is there.
   *
   * @param parties the table that every party holds
   * @param self this party's id
   * @throws org.sotto.net.error.ConnectException naming the endpoint of a peer that does not come
   * @throws org.sotto.net.error.HelloMismatchException if a peer is set up differently
   */
  public static Mesh connect(PartyTable parties, int self, MeshOptions options) {
    return over(
        TcpTransport.connect(parties, self, options.tcp(parties.party(self).bind())), options);
  }

  /** A mesh over a transport of your own; the mesh closes it. */
  public static Mesh over(Transport transport, MeshOptions options) {
    return new Mesh(
        options.recording().<Transport>map(to -> new Recorder(transport, to)).orElse(transport),
        options);
  }

  /**
   * One party alone, its peers played by what was recorded with {@link MeshOptions#withRecording}:
   * what it receives comes from there, and what it sends must be what it sent then. Closing a
   * session, and the mesh, fails if something recorded was not used.
   *
   * @param parties the table of the recorded run
   * @param self who runs again
   * @param recording the directory of the recordings
   * @throws org.sotto.net.error.RecordingException if they cannot be read
   * @see Replay
   */
  public static Mesh replay(PartyTable parties, int self, MeshOptions options, Path recording) {
    return over(new Replay(parties, self, recording), options);
  }

  /** All parties. */
  public PartyTable parties() {
    return transport.parties();
  }

  /** This party's id. */
  public int self() {
    return transport.self();
  }

  /** Opens a session of all parties with default options. */
  public Session session(String name) {
    return session(name, SessionOptions.defaults());
  }

  /**
   * Opens a session and returns when every member has opened it. It belongs to the calling thread.
   * A name may be used again: the first, second, … session of a name meet each other.
   *
   * @throws org.sotto.net.error.ConnectException if a member does not open it in time
   * @throws org.sotto.net.error.HelloMismatchException if a member opens it with other options
   */
  public Session session(String name, SessionOptions sessionOptions) {
    List<Integer> members =
        sessionOptions.members().isEmpty()
            ? IntStream.range(0, parties().size()).boxed().toList()
            : sessionOptions.members();
    members.forEach(parties()::party);
    if (!members.contains(self()) || members.size() < 2) {
      throw new IllegalArgumentException(
          "session "
              + name
              + ": expected at least 2 members, party "
              + self()
              + " among them, got "
              + members);
    }
    int occurrence = opened.merge(name, 1, Integer::sum) - 1;
    SessionSpec spec =
        new SessionSpec(
            name, occurrence, members, sessionOptions.settings(), sessionOptions.carriage());
    Flows flows = transport.open(spec, options.connectDeadline());
    return new Session(parties(), self(), spec, sessionOptions, options, flows);
  }

  /**
   * Bytes to and from a peer that are no session's: control messages, heartbeats, hellos of shared
   * flows. Together with the {@link SocketCost}s of all sessions, closed ones too, they are all
   * that crosses the sockets between the two parties.
   */
  public FlowTotals overhead(int peer) {
    return transport.overhead(peer);
  }

  /** Ends all links. Sessions still open fail at their next wait. */
  @Override
  public void close() {
    transport.close();
  }
}
