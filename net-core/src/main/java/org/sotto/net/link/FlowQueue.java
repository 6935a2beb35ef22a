package org.sotto.net.link;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** What one flow has submitted and what has not left yet. */
final class FlowQueue {
  /** Bytes submitted at once; they share one draw of the delay. */
  private static final class Submission {
    final long at;
    final long delay;
    long left;

    Submission(long at, long delay, long left) {
      this.at = at;
      this.delay = delay;
      this.left = left;
    }
  }

  final int flow;
  final Pace cap;
  private final ArrayDeque<Submission> waiting = new ArrayDeque<>();
  private @Nullable StallTimes stalls;
  private long lastArrival = Long.MIN_VALUE;
  // Where this flow's service would end if all flows were served byte by byte in turns.
  private long finishTag;
  private long backlog;

  FlowQueue(int flow, long flowRate) {
    this.flow = flow;
    this.cap = new Pace(flowRate);
  }

  void stallAt(@Nullable StallTimes times) {
    stalls = times;
  }

  void add(long now, long delay, long bytes) {
    waiting.add(new Submission(now, delay, bytes));
    backlog += bytes;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Bytes that have not left. */
  long backlog() {
    return backlog;
  }

  long submittedAt() {
    return waiting.getFirst().at;
  }

  /** When the next bytes may leave if the link is free from this moment on. */
  long ready(long free, Gate gate) {
    long at = Math.max(free, Math.max(submittedAt(), cap.next()));
    while (true) {
      long open = gate.open(at);
      if (stalls != null) {
        open = stalls.open(open);
      }
      if (open == at) {
        return at;
      }
      at = open;
    }
  }

  /** The start tag of the next bytes (start-time fair queueing). */
  long startTag(long virtualTime) {
    return Math.max(virtualTime, finishTag);
  }

  /** The start tag that the flow has if it has been busy all the time. */
  long finishTag() {
    return finishTag;
  }

  /**
   * Serves at most so many bytes of one submission.
   *
   * @param start when they begin to leave
   * @param tag their start tag
   * @param link the shared rate of the direction
   * @param order their number among all that the direction served
   * @return when they arrive, how many
   */
  Run serve(long start, long quantum, long tag, Pace link, Gate gate, long order) {
    Submission head = waiting.getFirst();
    long bytes = Math.min(quantum, head.left);
    finishTag = tag + bytes;
    // Time lost to other flows' bytes in front of it, up to one quantum, is not lost to the cap.
    long due = Math.max(cap.next(), head.at);
    cap.take(Math.max(due, start - cap.work(quantum)), bytes, gate);
    link.take(start, bytes, gate);
    long departure = Math.max(link.next(), cap.next());
    head.left -= bytes;
    backlog -= bytes;
    lastArrival = Math.max(lastArrival, departure + head.delay);
    if (head.left == 0) {
      waiting.removeFirst();
    }
    return new Run(flow, bytes, lastArrival, order);
  }

  /** Bytes of one flow on their way; what arrives at one moment arrives in the order of service. */
  record Run(int flow, long bytes, long arrival, long order) {}
}
