package org.sotto.mpc;

import java.util.Arrays;
import org.sotto.net.link.CostModel;

/**
 * The messages that a formula foresees, round by round, and what they add up to for each party:
 * payload bytes, messages, and rounds on the critical path. It knows nothing of the protocols'
 * code; tests hold the ledger to it.
 */
public final class MessagePlan {
  private static final int PARTIES = 3;

  /** Head of a small message's frame. */
  private static final long FRAME_BYTES = 2;

  private final long[][] payload = new long[PARTIES][PARTIES];
  private final long[][] messages = new long[PARTIES][PARTIES];
  private final long[] clock = new long[PARTIES];
  private final long[] received = new long[PARTIES];
  private long turn;
  private double compute;

  /** The next assignment of roles, as the protocol will take it. */
  RoleTurns nextTurns(int lanes) {
    return new RoleTurns(lanes, turn++);
  }

  /** Bits that go from each party to each other in one exchange. */
  static final class Exchange {
    private final long[][] bits = new long[PARTIES][PARTIES];

    /** Adds bits to the message from one party to another. */
    Exchange send(int from, int to, long count) {
      bits[from][to] += count;
      return this;
    }

    /** Adds bits to each party's message to the next. */
    Exchange ring(long count) {
      for (int party = 0; party < PARTIES; party++) {
        send(party, (party + 1) % PARTIES, count);
      }
      return this;
    }

    /** Adds bits to each party's messages to both others. */
    Exchange toBoth(long count) {
      for (int party = 0; party < PARTIES; party++) {
        send(party, (party + 2) % PARTIES, count);
      }
      return ring(count);
    }

    /**
     * Adds bits to the messages between two roles, so many for each lane.
     *
     * @param from a role: 0 for A, 1 for B, 2 for C
     * @param to another
     */
    Exchange roles(RoleTurns turns, int from, int to, long bitsPerLane) {
      for (int s = 0; s < turns.segments(); s++) {
        int a = turns.a(s);
        send((a + from) % PARTIES, (a + to) % PARTIES, bitsPerLane * turns.size(s));
      }
      return this;
    }
  }

  /** Adds one exchange. */
  void add(Exchange exchange) {
    long[] after = received.clone();
    for (int from = 0; from < PARTIES; from++) {
      for (int to = 0; to < PARTIES; to++) {
        send(from, to, exchange.bits[from][to], after);
      }
    }
    for (int party = 0; party < PARTIES; party++) {
      received[party] = after[party];
      clock[party] = Math.max(clock[party], received[party]);
    }
  }

  /** Adds one exchange in which all send the same to the next party. */
  void ring(long bits) {
    add(new Exchange().ring(bits));
  }

  private void send(int from, int to, long bits, long[] after) {
    if (bits == 0) {
      return;
    }
    long bytes = (bits + 7) / 8;
    messages[from][to]++;
    payload[from][to] += bytes;
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
    return Arrays.stream(messages[party]).sum();
  }

  /** Payload that a party sends, in bytes. */
  public long payloadSent(int party) {
    return Arrays.stream(payload[party]).sum();
  }

  /** Payload that a party receives, in bytes. */
  public long payloadReceived(int party) {
    return Arrays.stream(payload).mapToLong(sent -> sent[party]).sum();
  }

  /** Adds an estimate of a party's own work, in ns. */
  void compute(double nanos) {
    compute += nanos;
  }

  /**
   * The predicted seconds on a link: of the rounds, the busiest direction, and the work on carries
   * that strategies differ in.
   */
  public double seconds(CostModel model) {
    long most = 0;
    for (int from = 0; from < PARTIES; from++) {
      for (int to = 0; to < PARTIES; to++) {
        most = Math.max(most, payload[from][to] + FRAME_BYTES * messages[from][to]);
      }
    }
    return model.seconds(rounds(), most) + compute / 1e9;
  }
}
