package org.sotto.net;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.Endpoint;
import org.sotto.net.tcp.TcpOptions;
import org.sotto.net.tls.TlsIdentity;
import org.sotto.net.transport.SessionSpec;

/**
 * How a mesh connects and how patient it is.
 *
 * @param connectDeadline how long to wait for peers and for members of a session to be there
 * @param handshakeTimeout how long one connection may take to say hello
 * @param progressTimeout how long a peer that is waited for may make no progress at all
 * @param closeTimeout how long closing waits for peers to take the last bytes
 * @param heartbeatTimeout how long a connected peer may be silent before its link counts as broken
 * @param resumeTimeout how long a peer whose link broke may stay away before it counts as lost; one
 *     whose host refuses connections is lost after a second
 * @param frameCap the largest frame in bytes; larger messages travel in several frames
 * @param sharedFlows how many connections a pair of parties has for its shared sessions; of two or
 *     more the first is kept free of large messages
 * @param tls who this party is, for mutual TLS 1.3 on every connection; empty for plain TCP
 * @param link what link to emulate between each pair of parties, in this process and over real
 *     sockets; all parties must set the same
 * @param maxUnread the most bytes a peer may be ahead of what was received from it, per session
 * @param recording the directory where all sessions are recorded, for {@link Mesh#replay}; empty
 *     for no recording
 */
public record MeshOptions(
    Duration connectDeadline,
    Duration handshakeTimeout,
    Duration progressTimeout,
    Duration closeTimeout,
    Duration heartbeatTimeout,
    Duration resumeTimeout,
    int frameCap,
    int sharedFlows,
    Optional<TlsIdentity> tls,
    Optional<LinkProfile> link,
    long maxUnread,
    Optional<Path> recording) {
  private static final int LEAST_FRAME_CAP = 1 << 10;
  private static final int MOST_FRAME_CAP = 1 << 28;

  /** Refuses times that are not positive and caps out of range. */
  public MeshOptions {
    positive("connect deadline", connectDeadline);
    positive("handshake timeout", handshakeTimeout);
    positive("progress timeout", progressTimeout);
    positive("close timeout", closeTimeout);
    positive("heartbeat timeout", heartbeatTimeout);
    positive("resume timeout", resumeTimeout);
    if (sharedFlows < 1 || sharedFlows > SessionSpec.MAX_FLOWS) {
      throw new IllegalArgumentException(
          "shared flows: expected 1 to " + SessionSpec.MAX_FLOWS + ", got " + sharedFlows);
    }
    if (frameCap < LEAST_FRAME_CAP || frameCap > MOST_FRAME_CAP) {
      throw new IllegalArgumentException(
          "frame cap: expected "
              + LEAST_FRAME_CAP
              + " to "
              + MOST_FRAME_CAP
              + " bytes, got "
              + frameCap);
    }
    if (maxUnread < frameCap) {
      throw new IllegalArgumentException(
          "max unread: expected at least the frame cap of "
              + frameCap
              + " bytes, got "
              + maxUnread);
    }
  }

  private static void positive(String what, Duration time) {
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException(what + ": expected more than 0, got " + time);
    }
  }

  /**
   * 2 minutes to connect, 10 s a handshake, 30 s without progress, 5 s to close, 10 s of silence,
   * 30 s to come back, 16 MiB frames, 2 shared flows, 1 GiB unread.
   */
  public static MeshOptions defaults() {
    return new MeshOptions(
        Duration.ofMinutes(2),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        16 << 20,
        2,
        Optional.empty(),
        Optional.empty(),
        1L << 30,
        Optional.empty());
  }

  /** With another connect deadline. */
  public MeshOptions withConnectDeadline(Duration time) {
    return with(draft -> draft.connectDeadline = time);
  }

  /** With another handshake timeout. */
  public MeshOptions withHandshakeTimeout(Duration time) {
    return with(draft -> draft.handshakeTimeout = time);
  }

  /** With another progress timeout. */
  public MeshOptions withProgressTimeout(Duration time) {
    return with(draft -> draft.progressTimeout = time);
  }

  /** With another close timeout. */
  public MeshOptions withCloseTimeout(Duration time) {
    return with(draft -> draft.closeTimeout = time);
  }

  /** With another heartbeat timeout. */
  public MeshOptions withHeartbeatTimeout(Duration time) {
    return with(draft -> draft.heartbeatTimeout = time);
  }

  /** With another resume timeout. */
  public MeshOptions withResumeTimeout(Duration time) {
    return with(draft -> draft.resumeTimeout = time);
  }

  /** With another frame cap in bytes. */
  public MeshOptions withFrameCap(int bytes) {
    return with(draft -> draft.frameCap = bytes);
  }

  /** With another number of shared flows. */
  public MeshOptions withSharedFlows(int flows) {
    return with(draft -> draft.sharedFlows = flows);
  }

  /** With another limit on unread bytes. */
  public MeshOptions withMaxUnread(long bytes) {
    return with(draft -> draft.maxUnread = bytes);
  }

  /** With mutual TLS 1.3 on every connection, as this party. */
  public MeshOptions withTls(TlsIdentity identity) {
    return with(draft -> draft.tls = Optional.of(identity));
  }

  /** Over an emulated link between each pair of parties. */
  public MeshOptions withLink(LinkProfile profile) {
    return with(draft -> draft.link = Optional.of(profile));
  }

  /**
   * With a file in this directory for every session, which {@link Mesh#replay} can run again.
   * <b>The files hold secrets</b>, in the clear; see {@link org.sotto.net.record.Recorder} for that
   * and the cost.
   */
  public MeshOptions withRecording(Path directory) {
    return with(draft -> draft.recording = Optional.of(directory));
  }

  TcpOptions tcp(Endpoint bind) {
    return new TcpOptions(
        connectDeadline,
        handshakeTimeout,
        closeTimeout,
        heartbeatTimeout,
        resumeTimeout,
        frameCap,
        sharedFlows,
        tls,
        link,
        bind);
  }

  private MeshOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.options();
  }

  /** Options while one of them changes. */
  private static final class Draft {
    private Duration connectDeadline;
    private Duration handshakeTimeout;
    private Duration progressTimeout;
    private Duration closeTimeout;
    private Duration heartbeatTimeout;
    private Duration resumeTimeout;
    private int frameCap;
    private int sharedFlows;
    private Optional<TlsIdentity> tls;
    private Optional<LinkProfile> link;
    private long maxUnread;
    private Optional<Path> recording;

    Draft(MeshOptions from) {
      this.connectDeadline = from.connectDeadline;
      this.handshakeTimeout = from.handshakeTimeout;
      this.progressTimeout = from.progressTimeout;
      this.closeTimeout = from.closeTimeout;
      this.heartbeatTimeout = from.heartbeatTimeout;
      this.resumeTimeout = from.resumeTimeout;
      this.frameCap = from.frameCap;
      this.sharedFlows = from.sharedFlows;
      this.tls = from.tls;
      this.link = from.link;
      this.maxUnread = from.maxUnread;
      this.recording = from.recording;
    }

    MeshOptions options() {
      return new MeshOptions(
          connectDeadline,
          handshakeTimeout,
          progressTimeout,
          closeTimeout,
          heartbeatTimeout,
          resumeTimeout,
          frameCap,
          sharedFlows,
          tls,
          link,
          maxUnread,
          recording);
    }
  }
}
