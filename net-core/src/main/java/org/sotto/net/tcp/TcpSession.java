package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.SessionSpec;

/**
 * What both kinds of session have: their members, and what the control flows say about them. The
 * methods that take a member's news run on the mesh's event loop; the session's thread looks at the
 * news when it waits.
 */
abstract sealed class TcpSession implements Flows permits DrivenSession, SharedSession {
  /** The most that may be under way to one member: twice what 1 Gbit/s holds in 60 ms. */
  static final long WINDOW = 16 << 20;

  /** The least, for near members: more would only push the rest out of the cache. */
  private static final long NEAR_WINDOW = 4 << 20;

  /** Bytes in a nanosecond at 10 Gbit/s. */
  private static final double MOST_RATE = 1.25;

  /** What may be under way to a member at a round-trip time, 0 for not known. */
  static long window(long rttNanos) {
    return rttNanos == 0
        ? WINDOW
        : Math.clamp((long) (2 * MOST_RATE * rttNanos), NEAR_WINDOW, WINDOW);
  }

  private final TcpTransport mesh;
  private final int id;
  private final SessionSpec spec;
  private volatile @Nullable Aborted aborted;
  private volatile boolean open;
  private int events;
  private @Nullable Aborted abortedSeen;

  TcpSession(TcpTransport mesh, int id, SessionSpec spec) {
    this.mesh = mesh;
    this.id = id;
    this.spec = spec;
  }

  final TcpTransport mesh() {
    return mesh;
  }

  /** This party's own number for the session. */
  final int id() {
    return id;
  }

  final SessionSpec spec() {
    return spec;
  }

  /** The members' side of the story; null for parties that are no other members. */
  abstract @Nullable Member member(int peer);

  final boolean hasMember(int peer) {
    return member(peer) != null;
  }

  final Member known(int peer) {
    Member member = member(peer);
    if (member == null) {
      throw new IllegalArgumentException("party " + peer + " is not in session " + spec.key());
    }
    return member;
  }

  /** Lets the session's thread look again if it waits. */
  abstract void wake();

  /** Whether its thread has closed it. */
  abstract boolean isClosedHere();

  /** Whether it is closed and its peers need nothing more of it; lets go of its flows then. */
  abstract boolean isOver();

  /** What another party's control flow has said, and what its number for the session is. */
  abstract static class Member {
    private final Link link;
    private volatile int remote = -1;
    private volatile @Nullable List<Long> closedAt;
    private volatile @Nullable ConnectException lost;
    private volatile @Nullable Aborted notice;
    private boolean endSeen;

    Member(Link link) {
      this.link = link;
    }

    final Link link() {
      return link;
    }

    /** The peer's own number for the session. */
    final int remote() {
      return remote;
    }

    /** Bytes that the peer sent on each flow before it closed, or null while it is open. */
    final @Nullable List<Long> closedAt() {
      return closedAt;
    }

    final @Nullable ConnectException lost() {
      return lost;
    }

    /** Whether nothing more will come from the peer, and all that came is here. */
    abstract boolean allHere(List<Long> sent);

    /** Whether what is missing can still come although the link is lost. */
    abstract boolean mayCome();

    abstract void end(@Nullable Throwable why);
  }

  /**
   * Whether it has opened. Of one that has not, a member may have another opinion, and still send
   * to its number.
   */
  final boolean wasOpen() {
    return open;
  }

  final void matched(int peer, int remote) {
    open = true; // All are matched at once.
    known(peer).remote = remote;
  }

  void closedBy(int peer, List<Long> sent) {
    known(peer).closedAt = sent;
    wake();
    mesh.reap(this);
  }

  void abortedBy(int peer, byte[] notice) {
    Member member = known(peer);
    if (member.notice == null) {
      member.notice = new Aborted(peer, notice);
      aborted = aborted == null ? member.notice : aborted;
    }
    wake();
  }

  void lost(int peer, ConnectException why) {
    known(peer).lost = why;
    wake();
    mesh.reap(this);
  }

  abstract void acknowledged(int peer, int flow, long received);

  /** Takes a connection for one of the session's flows that has shaken hands. */
  abstract void adopt(int peer, SocketChannel channel, Handshake handshake, Hello.Flow hello);

  /** Looks at the news, on the session's thread. */
  final void settle() {
    if (!java.util.Objects.equals(abortedSeen, aborted)) {
      abortedSeen = aborted;
      events++;
    }
    for (int peer : spec.members()) {
      Member member = member(peer);
      if (member == null || member.endSeen) {
        continue;
      }
      List<Long> sent = member.closedAt;
      ConnectException lost = member.lost;
      if (sent != null && member.allHere(sent)) {
        member.endSeen = true;
        member.end(null);
        events++;
      } else if (lost != null && (sent == null || !member.mayCome())) {
        member.endSeen = true;
        member.end(lost);
        events++;
      }
    }
  }

  @Override
  public final int events() {
    return events;
  }

  @Override
  public final @Nullable Aborted aborted() {
    return abortedSeen;
  }

  @Override
  public final @Nullable Aborted aborted(int peer) {
    return known(peer).notice;
  }

  @Override
  public final void abort(byte[] notice) {
    for (int peer : spec.members()) {
      Member member = member(peer);
      if (member != null && member.lost == null && member.remote >= 0) {
        member.link.send(new ControlMessage.Abort(member.remote, notice));
      }
    }
  }
}
