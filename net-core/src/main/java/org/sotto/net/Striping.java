package org.sotto.net;

import org.sotto.net.transport.Flows;

/**
 * Chooses the flow for each part of a large message: the one with the least under way, among as
 * many as have been found to pay. The count starts at what the session opened with and doubles
 * while that makes the transfer faster by a tenth at least; what did not pay is taken back.
 */
final class Striping {
  /** Longer messages are spread where there are flows for it, in parts of a size to suit. */
  static final int WHOLE_BYTES = 64 << 10;

  static final int LEAST_PART_BYTES = 16 << 10;

  private static final long TRIAL_BYTES_A_FLOW = 2 << 20;
  private static final double LEAST_GAIN = 1.10;

  private final Flows flows;
  private final int peer;
  private int active;
  private boolean settled;
  private int bestCount;
  private double bestRate;
  private long written;
  private long trialFrom = -1;
  private long trialNanos;
  private boolean moving;

  Striping(Flows flows, int peer) {
    this.flows = flows;
    this.peer = peer;
    this.active = flows.count(peer);
    this.settled = active == flows.most(peer);
  }

  /** Over how many of a number of flows a message is spread. */
  static int spread(long bytes, int flows) {
    return bytes <= WHOLE_BYTES ? 1 : (int) Math.min(flows, Math.ceilDiv(bytes, LEAST_PART_BYTES));
  }

  /** Whether there is, or may be found, more than one flow for large messages. */
  boolean spreads() {
    return !settled || active > 1;
  }

  /** How many flows the next part may choose from. */
  int usable() {
    return Math.min(active, flows.count(peer));
  }

  /** The flow for the next part, of this many bytes. */
  int next(int bytes) {
    if (!settled) {
      learn();
    }
    written += bytes;
    int usable = usable();
    int best = 0;
    long least = Long.MAX_VALUE;
    for (int flow = 0; flow < usable; flow++) {
      long load = flows.load(peer, flow);
      if (load < least) {
        least = load;
        best = flow;
      }
    }
    return best;
  }

  /** Bytes handed to all flows that are not known to have reached the peer. */
  long pending() {
    long sum = 0;
    for (int flow = 0; flow < flows.count(peer); flow++) {
      sum += flows.pending(peer, flow);
    }
    return sum;
  }

  private void learn() {
    if (flows.count(peer) < active) {
      return; // The flows asked for do not stand yet.
    }
    long pending = pending();
    long done = written - pending;
    long now = flows.nanoTime();
    if (pending == 0 || trialFrom < 0) {
      trialFrom = done; // The clock starts with the first bytes that have reached the peer.
      moving = false;
    } else if (!moving) {
      if (done != trialFrom) {
        moving = true;
        trialFrom = done;
        trialNanos = now;
      }
    } else if (done - trialFrom >= TRIAL_BYTES_A_FLOW * active) {
      judge((double) (done - trialFrom) / Math.max(1, now - trialNanos));
    }
  }

  private void judge(double rate) {
    trialFrom = -1;
    if (rate >= bestRate * LEAST_GAIN) {
      bestRate = rate;
      bestCount = active;
      if (active == flows.most(peer)) {
        settled = true;
        return;
      }
      active = Math.min(2 * active, flows.most(peer));
      flows.grow(peer, active);
    } else {
      active = bestCount;
      settled = true;
    }
  }
}
