package org.sotto.net;

/**
 * What a protocol over a session knows that must be equal at both ends: where in the protocol it
 * is, and what it has drawn from streams that it shares with a peer. A session with checked tags
 * mixes it into the tags of messages and the sums at the ends of phases, so that members that
 * differ find out; see {@link Session#stands}.
 *
 * <p>Read on the session's thread. No secrets: hashes of numbers and sizes.
 */
public interface Standing {
  /** Of a session that nobody has told anything. */
  Standing NONE =
      new Standing() {
        @Override
        public long place() {
          return 0;
        }

        @Override
        public long with(int peer) {
          return 0;
        }

        @Override
        public String inWords(int peer) {
          return "";
        }
      };

  /**
   * A hash of the protocol's steps so far: equal at both ends when a message is sent and received.
   */
  long place();

  /**
   * A hash of what is shared with one peer: equal at both ends at the end of an outermost phase.
   */
  long with(int peer);

  /** Both in words, for the error that tells how the ends differ. */
  String inWords(int peer);
}
