package org.sotto.net;

/** Small protocols whose time is known. */
final class Rounds {
  private Rounds() {}

  /** Messages back and forth, one a round; the wall time of this party in nanoseconds. */
  static long alternate(Session session, int rounds, int bytes) {
    for (int i = 0; i < rounds; i++) {
      if (i % 2 == session.self()) {
        session.next().sendBytes(new byte[bytes]);
        session.flush();
      } else {
        session.next().receiveBytes(bytes);
      }
    }
    return session.costs().total().wallNanos();
  }

  /** Each party sends to the next and receives from the previous, so often. */
  static long ring(Session session, int rounds, int bytes) {
    for (int i = 0; i < rounds; i++) {
      session.next().sendBytes(new byte[bytes]);
      session.previous().receiveBytes(bytes);
    }
    return session.costs().total().wallNanos();
  }

  /** Party 0 sends, party 1 receives; the wall time of this party in nanoseconds. */
  static long transfer(Session session, int bytes) {
    long begin = session.costs().total().wallNanos();
    if (session.self() == 0) {
      session.next().sendBytes(new byte[bytes]);
      session.flush();
    } else {
      session.next().receiveBytes(bytes);
    }
    return session.costs().total().wallNanos() - begin;
  }
}
