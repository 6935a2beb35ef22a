package org.sotto.net.error;

import org.sotto.codec.SottoException;

/** A party made no progress for longer than the session allows. */
public final class SessionTimeoutException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final int party;

  /**
   * @param party the id of the party that was waited for
   * @param message its name, session, phase, how long, and how many bytes had come
   */
  public SessionTimeoutException(int party, String message) {
    super(message);
    this.party = party;
  }

  /** The id of the party that was waited for. */
  public int party() {
    return party;
  }
}
