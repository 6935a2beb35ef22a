package org.sotto.net;

import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.Abort;
import org.sotto.codec.CodecException;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.SottoException;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.error.SessionFailedException;
import org.sotto.net.error.SessionTimeoutException;
import org.sotto.net.transport.Flows;

/**
 * What goes wrong in a session: each method names the failure, and the first one ends the session
 * and tells the other members. All return what the caller throws.
 */
final class Faults {
  private static final DecodeLimits NOTICE_LIMITS = new DecodeLimits(8 << 10, 8 << 10);

  private final Session session;
  private final Flows flows;

  Faults(Session session, Flows flows) {
    this.session = session;
    this.flows = flows;
  }

  SottoException abortedHere(String text) {
    return fail(
        new SessionFailedException("session " + session.key() + " was aborted here: " + text, null),
        AbortCode.APPLICATION,
        text);
  }

  SottoException interrupted(int peer) {
    return fail(
        new SessionFailedException(where(peer) + ": interrupted", null),
        AbortCode.INTERNAL,
        "interrupted");
  }

  /**
   * @param done what has happened so far: {@code 17 bytes arrived}
   */
  SottoException late(int peer, Duration limit, String expecting, String done) {
    return fail(
        new SessionTimeoutException(
            peer,
            where(peer)
                + ": no progress for "
                + limit
                + " while expecting "
                + expecting
                + " ("
                + done
                + " so far)"),
        AbortCode.TIMEOUT,
        "no progress of " + label(peer));
  }

  /** The flows themselves refuse to go on. */
  SottoException below(SottoException why) {
    return fail(why, AbortCode.INTERNAL, why.getClass().getSimpleName());
  }

  SottoException desync(int peer, String expected, String got) {
    return fail(
        new DesyncException(peer, where(peer) + ": expected " + expected + ", got " + got),
        AbortCode.DESYNC,
        "a message of " + label(peer) + " was not as expected");
  }

  /**
   * The peer's messages are not those of this member's phase. It is told, and waited for a little,
   * so that both ends have the last messages of both in words; see {@link TagTrail}.
   */
  SottoException diverged(int peer, String expected, String got) {
    String found = where(peer) + ": expected " + expected + ", got " + got;
    String seen = session.to(peer).account();
    String head = head(session.self(), peer);
    String told = here() + ", expected " + expected + ", got " + got + "; seen " + seen;
    tellOthers(AbortCode.DIVERGED, head + told);
    Flows.Aborted answer = session.awaitNotice(peer);
    String there = answer == null ? null : accountIn(noticeOf(answer), peer);
    SottoException first =
        new DesyncException(
            peer,
            found
                + "; seen here: "
                + seen
                + "; there: "
                + (there == null ? "no account came" : there));
    if (session.failed(first)) {
      session.shut();
    }
    return first;
  }

  /** What to throw when a member has found that it and this one differ, or null if it has not. */
  private @Nullable SottoException divergedFrom(Abort notice) {
    for (int peer : session.peers()) {
      String there = accountIn(notice, peer);
      if (there != null) {
        String seen = session.to(peer).account();
        return fail(
            new DesyncException(
                peer, where(peer) + ": not in step; there: " + there + "; seen here: " + seen),
            AbortCode.DIVERGED,
            head(session.self(), peer) + here() + ", seen " + seen);
      }
    }
    return null;
  }

  /** How the text of a notice of {@link AbortCode#DIVERGED} begins: whose it is, and about whom. */
  private static String head(int finder, int peer) {
    return "party " + finder + " with party " + peer + ": ";
  }

  /** What a peer said about itself and this member, or null when the notice is another. */
  private @Nullable String accountIn(@Nullable Abort notice, int peer) {
    String head = head(peer, session.self());
    if (notice == null || notice.code() != AbortCode.DIVERGED || !notice.text().startsWith(head)) {
      return null;
    }
    return notice.text().substring(head.length());
  }

  /** In the text, because a notice that another member passes on has that one's phase. */
  private String here() {
    return TagTrail.place(session.phase());
  }

  SottoException lost(int peer, @Nullable Throwable cause, String expecting) {
    return fail(
        new PeerLostException(
            peer, where(peer) + ": connection lost while expecting " + expecting, cause),
        AbortCode.PEER_LOST,
        "lost the connection to " + label(peer));
  }

  /** What to throw when a member has given up. */
  SottoException abortedBy(Flows.Aborted aborted, String expecting) {
    int peer = aborted.peer();
    Abort abort = noticeOf(aborted);
    if (abort == null) {
      return desync(peer, "an abort", "bytes that are none");
    }
    boolean diverged = abort.code() == AbortCode.DIVERGED;
    SottoException differs = diverged ? divergedFrom(abort) : null;
    if (differs != null) {
      return differs;
    }
    return fail(
        new PartyAbortedException(
            peer,
            abort.code(),
            where(peer)
                + ": aborted"
                + (abort.phase().isEmpty() ? "" : " in its " + abort.phase())
                + " while we expected "
                + expecting
                + ": "
                + abort.text()),
        abort.code(),
        diverged ? abort.text() : label(peer) + " aborted: " + abort.text());
  }

  private static @Nullable Abort noticeOf(Flows.Aborted aborted) {
    try {
      return new CompactCodec().decode(Unpooled.wrappedBuffer(aborted.notice()), NOTICE_LIMITS)
              instanceof Abort notice
          ? notice
          : null;
    } catch (CodecException _) {
      return null; // The caller says that it was none.
    }
  }

  private String where(int peer) {
    String path = session.phasePath();
    return label(peer) + ", session " + session.key() + (path.isEmpty() ? "" : ", phase " + path);
  }

  private String label(int peer) {
    return session.parties().party(peer).label();
  }

  /** Ends the session with its first failure and tells the other members; what to throw. */
  private SottoException fail(SottoException first, int code, String text) {
    if (session.failed(first)) {
      tellOthers(code, text);
      try {
        session.shut();
      } catch (SottoException e) {
        first.addSuppressed(e);
      }
    }
    return first;
  }

  private void tellOthers(int code, String text) {
    CompactCodec codec = new CompactCodec();
    Abort abort = new Abort(code, shortened(session.phasePath(), 60), shortened(text, 1000));
    byte[] notice = new byte[codec.encodedLength(abort)];
    codec.encode(abort, Unpooled.wrappedBuffer(notice).writerIndex(0));
    flows.abort(notice);
  }

  /** The beginning of a text, in well-formed characters only. */
  private static String shortened(String text, int most) {
    String formed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    if (formed.length() <= most) {
      return formed;
    }
    return formed.substring(
        0, Character.isHighSurrogate(formed.charAt(most - 1)) ? most - 1 : most);
  }
}
