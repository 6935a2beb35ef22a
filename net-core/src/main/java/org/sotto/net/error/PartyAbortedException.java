package org.sotto.net.error;

import org.sotto.codec.SottoException;

/** A party gave up and said so; the other parties of its session stop with this. */
public final class PartyAbortedException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final int party;
  private final int code;

  /**
   * @param party the id of the party that aborted
   * @param code its {@link AbortCode}, or another number of its own
   * @param message its name, the session, its phase and its text
   */
  public PartyAbortedException(int party, int code, String message) {
    super(message);
    this.party = party;
    this.code = code;
  }

  /** The id of the party that aborted. */
  public int party() {
    return party;
  }

  /** Its reason as a number, see {@link AbortCode}. */
  public int code() {
    return code;
  }
}
