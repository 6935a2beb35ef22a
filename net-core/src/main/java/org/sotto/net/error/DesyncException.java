package org.sotto.net.error;

import org.sotto.codec.SottoException;

/** A party sent something that this step of the protocol does not expect. */
public final class DesyncException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final int party;

  /**
   * @param party the id of the sender
   * @param message its name, session, phase, what was expected and what came
   */
  public DesyncException(int party, String message) {
    super(message);
    this.party = party;
  }

  /** The id of the sender. */
  public int party() {
    return party;
  }
}
