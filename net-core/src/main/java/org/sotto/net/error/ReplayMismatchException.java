package org.sotto.net.error;

import org.sotto.codec.SottoException;

/**
 * A replayed session did something else than the recorded one. It says where, and how many bytes
 * were expected and met; never which.
 */
public final class ReplayMismatchException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final String session;
  private final int party;
  private final int flow;
  private final long offset;

  /**
   * @param session the key of the session, {@code less_than#0}
   * @param party the peer whose bytes they are
   * @param flow the flow to or from it
   * @param offset the first byte that differs, counted from the flow's beginning in its direction
   * @param message all that, what was expected and what was met
   */
  public ReplayMismatchException(String session, int party, int flow, long offset, String message) {
    super(message);
    this.session = session;
    this.party = party;
    this.flow = flow;
    this.offset = offset;
  }

  /** The key of the session. */
  public String session() {
    return session;
  }

  /** The id of the peer whose bytes differ. */
  public int party() {
    return party;
  }

  /** The flow that they are on. */
  public int flow() {
    return flow;
  }

  /** The first byte that differs, counted from the flow's beginning in its direction. */
  public long offset() {
    return offset;
  }
}
