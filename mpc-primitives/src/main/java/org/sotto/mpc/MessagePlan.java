package org.sotto.mpc;

import java.util.Arrays;

/**
 * The messages that a formula foresees, round by round, and what they add up to for each party:
 * payload bytes, messages, and rounds on the critical path. It knows nothing of the protocols'
 * code; tests hold the ledger to it.
 */
public final class MessagePlan {
  private static final int PARTIES = 3;

  private final long[] payload = new long[PARTIES];
  private final long[] messages = new long[PARTIES];
  private final long[] clock = new long[PARTIES];
  private final long[] received = new long[PARTIES];
  private final long[] payloadReceived = new long[PARTIES];
  private long turn;

  /** The next assignment of roles, as the protocol will take it. */
  RoleTurns nextTurns(int lanes) {
    return new RoleTurns(lanes, turn++);
  }

  /**
   * Adds one exchange.
   *
   * @param toNext bits that each party sends to the next
   * @param toPrevious bits that each party sends to the previous
   */
  void round(long[] toNext, long[] toPrevious) {
    long[] after = received.clone();
    for (int party = 0; party < PARTIES; party++) {
      send(party, (party + 1) % PARTIES, toNext[party], after);
      send(party, (party + 2) % PARTIES, toPrevious[party], after);
    }
    for (int party = 0; party < PARTIES; party++) {
      received[party] = after[party];
      clock[party] = Math.max(clock[party], received[party]);
    }
  }

  /** Adds one exchange in which all send the same to the next party. */
  void ring(long bits) {
    long[] all = new long[PARTIES];
    Arrays.fill(all, bits);
    round(all, new long[PARTIES]);
  }

  private void send(int from, int to, long bits, long[] after) {
    if (bits == 0) {
      return;
    }
    long bytes = (bits + 7) / 8;
    messages[from]++;
    payload[from] += bytes;
    payloadReceived[to] += bytes;
    long depth = received[from] + 1;
    clock[from] = Math.max(clock[from], depth);
    after[to] = Math.max(after[to], depth);
  }

  /** Rounds on a party's critical path. */
  public long rounds(int party) {
    return clock[party];
  }

  /** The greatest of the parties' rounds. */
  public long rounds() {
    return Arrays.stream(clock).max().orElse(0);
  }

  /** Messages that a party sends. */
  public long messages(int party) {
    return messages[party];
  }

  /** Payload that a party sends, in bytes. */
  public long payloadSent(int party) {
    return payload[party];
  }

  /** Payload that a party receives, in bytes. */
  public long payloadReceived(int party) {
    return payloadReceived[party];
  }
}
