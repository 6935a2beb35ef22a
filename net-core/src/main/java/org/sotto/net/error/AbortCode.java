package org.sotto.net.error;

/** The reasons that Sotto itself gives in an abort frame; applications may use 256 and above. */
public final class AbortCode {
  /** The application called {@code abort}. */
  public static final int APPLICATION = 1;

  /** Another party's connection was lost; the text names it. */
  public static final int PEER_LOST = 2;

  /** A message was not what the protocol expects. */
  public static final int DESYNC = 3;

  /** Another party made no progress; the text names it. */
  public static final int TIMEOUT = 4;

  /** Something else failed at the aborting party. */
  public static final int INTERNAL = 5;

  /** With checked tags: two members were in different phases, or exchanged different messages. */
  public static final int DIVERGED = 6;

  private AbortCode() {}
}
