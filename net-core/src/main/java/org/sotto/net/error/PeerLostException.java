package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/** The connection to a party ended without a word while a session was using it. */
public final class PeerLostException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final int party;

  /**
   * @param party the id of the party that is gone
   * @param message its name, the session, the phase, and what was being waited for
   * @param cause what the socket said, if anything
   */
  public PeerLostException(int party, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.party = party;
  }

  /** The id of the party that is gone. */
  public int party() {
    return party;
  }
}
