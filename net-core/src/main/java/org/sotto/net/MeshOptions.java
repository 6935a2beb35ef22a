package org.sotto.net;

import java.time.Duration;

/**
 * How a mesh connects and how patient it is.
 *
 * @param connectDeadline how long to wait for peers and for members of a session to be there
 * @param handshakeTimeout how long one connection may take to say hello
 * @param progressTimeout how long a peer that is waited for may make no progress at all
 * @param closeTimeout how long closing waits for peers to take the last bytes
 * @param frameCap the largest frame in bytes; larger messages travel in several frames
 * @param maxUnread the most bytes a peer may be ahead of what was received from it, per session
 */
public record MeshOptions(
    Duration connectDeadline,
    Duration handshakeTimeout,
    Duration progressTimeout,
    Duration closeTimeout,
    int frameCap,
    long maxUnread) {
  private static final int LEAST_FRAME_CAP = 1 << 10;
  private static final int MOST_FRAME_CAP = 1 << 28;

  /** Refuses times that are not positive and caps out of range. */
  public MeshOptions {
    positive("connect deadline", connectDeadline);
    positive("handshake timeout", handshakeTimeout);
    positive("progress timeout", progressTimeout);
    positive("close timeout", closeTimeout);
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

  /** 2 minutes to connect, 10 s a handshake, 30 s without progress, 16 MiB frames, 1 GiB unread. */
  public static MeshOptions defaults() {
    return new MeshOptions(
        Duration.ofMinutes(2),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofSeconds(5),
        16 << 20,
        1L << 30);
  }

  /** With another connect deadline. */
  public MeshOptions withConnectDeadline(Duration time) {
    return new MeshOptions(
        time, handshakeTimeout, progressTimeout, closeTimeout, frameCap, maxUnread);
  }

  /** With another handshake timeout. */
  public MeshOptions withHandshakeTimeout(Duration time) {
    return new MeshOptions(
        connectDeadline, time, progressTimeout, closeTimeout, frameCap, maxUnread);
  }

  /** With another progress timeout. */
  public MeshOptions withProgressTimeout(Duration time) {
    return new MeshOptions(
        connectDeadline, handshakeTimeout, time, closeTimeout, frameCap, maxUnread);
  }

  /** With another frame cap in bytes. */
  public MeshOptions withFrameCap(int bytes) {
    return new MeshOptions(
        connectDeadline, handshakeTimeout, progressTimeout, closeTimeout, bytes, maxUnread);
  }

  /** With another limit on unread bytes. */
  public MeshOptions withMaxUnread(long bytes) {
    return new MeshOptions(
        connectDeadline, handshakeTimeout, progressTimeout, closeTimeout, frameCap, bytes);
  }
}
