package org.sotto.net.link;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.sotto.net.link.FlowQueue.Run;

/**
 * One direction of a link: it is told what each flow submits and says what arrives when. It has no
 * clock and no thread: whoever drives it says what time it is, in nanoseconds of any origin. Used
 * by one thread at a time.
 *
 * <p><b>The link.</b> Bytes leave one quantum after another at the shared rate, wait for the
 * direction's slot if there are {@link Slots}, and arrive a delay after they have left. A quantum
 * is what leaves in 50 microseconds, 1500 bytes (a packet) at least and 16 KiB at most. The next
 * quantum is that of the flow with the smallest start tag among those that may send: start-time
 * fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996), which needs no weights here. So flows that are
 * busy share the rate to within a quantum each, and a small submission on an idle flow waits for
 * one quantum, however much the others have submitted before. A capped flow may send its next
 * quantum when its cap has let the last one out; what it cannot use, others have.
 *
 * <p><b>Exactness.</b> For one busy flow the last byte of a submission arrives at start + bits /
 * min(rate, cap) + delay, to the nanosecond. A {@link Stalls stall} holds a flow's next quantum,
 * and one that has begun still leaves. Jitter is drawn once for each submission; a flow's bytes
 * never overtake each other, so a submission also waits for those before it.
 *
 * <p>A relay calls {@link #submit}, {@link #poll} and {@link #nextEvent} with real time. With
 * virtual time: when all wait, set the clock to {@code nextEvent()}, poll, and go on; it always
 * gets further.
 */
public final class LinkModel {
  /** Told what has arrived. */
  @FunctionalInterface
  public interface Arrivals {
    /**
     * The next bytes of a flow, in the order of arrival; must not call the model.
     *
     * @param bytes how many; 0 for a submission of 0 bytes
     * @param at when, in nanoseconds; at most the time of the poll
     */
    void arrived(int flow, long bytes, long at);
  }

  private static final long QUANTUM_NANOS = 50_000;
  private static final long LEAST_QUANTUM = 1_500;
  private static final long MOST_QUANTUM = 16 << 10;

  private final Direction direction;
  private final long seed;
  private final long origin;
  private final SplittableRandom jitters;
  private final Map<Integer, FlowQueue> flows = new HashMap<>();
  private final List<FlowQueue> busy = new ArrayList<>();
  private final PriorityQueue<Run> onTheWay = new PriorityQueue<>(LinkModel::byArrival);
  private final Pace link;
  private LinkProfile profile;
  private Gate gate;
  private long quantum;
  private long clock;
  // The start tag of the quantum served last, in bytes.
  private long virtualTime;
  private long served;

  /**
   * @param profile what it is like until {@link #reshape}
   * @param direction which slots are its own
   * @param seed of jitter and stalls; the same calls give the same arrivals
   * @param start the link's first moment, nanoseconds; slots and stalls count from it
   */
  public LinkModel(LinkProfile profile, Direction direction, long seed, long start) {
    this.direction = direction;
    this.seed = Seeds.mix(seed ^ (direction == Direction.FORWARD ? 1 : 2));
    this.origin = start;
    this.clock = start;
    this.jitters = new SplittableRandom(this.seed);
    this.link = new Pace(profile.rate());
    this.profile = profile;
    this.gate = Gate.of(profile, direction, origin);
    this.quantum = quantumOf(profile);
  }

  /**
   * Bytes that a flow sends now.
   *
   * @param flow any number; the same one is the same flow
   * @param now nanoseconds; a time before the last one told counts as that
   * @param bytes how many; 0 marks a place in the flow's order (an end of stream)
   */
  public void submit(int flow, long now, long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("submit: expected 0 bytes or more, got " + bytes);
    }
    // Nothing of this moment is served before all of this moment is known.
    serveUntil(forward(now) - 1);
    FlowQueue queue = queue(flow);
    if (queue.isEmpty()) {
      busy.add(queue);
    }
    queue.add(clock, drawDelay(), bytes);
  }

  /** Nothing of this flow leaves before then: its connection is still being made. */
  public void hold(int flow, long until) {
    queue(flow).cap.hold(until);
  }

  /**
   * Tells all that has arrived by now, in order of arrival.
   *
   * @param now nanoseconds; a time before the last one told counts as that
   */
  public void poll(long now, Arrivals arrivals) {
    serveUntil(forward(now));
    while (!onTheWay.isEmpty() && onTheWay.peek().arrival() <= clock) {
      Run run = onTheWay.remove();
      arrivals.arrived(run.flow(), run.bytes(), run.arrival());
    }
  }

  /**
   * When to poll next, in nanoseconds: nothing arrives before it, though something may only arrive
   * later. {@link Long#MAX_VALUE} if there is nothing to wait for.
   */
  public long nextEvent() {
    long first = onTheWay.isEmpty() ? Long.MAX_VALUE : onTheWay.peek().arrival();
    if (busy.isEmpty()) {
      return first;
    }
    long least = profile.delay().minus(profile.jitter()).toNanos();
    return Math.min(first, nextStart() + least);
  }

  /** Bytes of a flow that were submitted and have not begun to leave by the last time told. */
  public long backlog(int flow) {
    FlowQueue queue = flows.get(flow);
    return queue == null ? 0 : queue.backlog();
  }

  /** Another profile from now on; what has left arrives as it would have. */
  public void reshape(LinkProfile changed, long now) {
    serveUntil(forward(now) - 1);
    profile = changed;
    gate = Gate.of(changed, direction, origin);
    quantum = quantumOf(changed);
    link.setRate(changed.rate());
    for (FlowQueue queue : flows.values()) {
      queue.cap.setRate(changed.flowRate());
      queue.stallAt(stalls(queue.flow));
    }
  }

  /** Drops all that a flow has submitted, and the flow. */
  public void forget(int flow) {
    FlowQueue queue = flows.remove(flow);
    if (queue != null) {
      busy.remove(queue);
      onTheWay.removeIf(run -> run.flow() == flow);
    }
  }

  private long forward(long now) {
    clock = Math.max(clock, now);
    return clock;
  }

  private FlowQueue queue(int flow) {
    return flows.computeIfAbsent(
        flow,
        f -> {
          FlowQueue queue = new FlowQueue(f, profile.flowRate());
          queue.stallAt(stalls(f));
          return queue;
        });
  }

  private @Nullable StallTimes stalls(int flow) {
    return profile
        .stalls()
        .map(s -> new StallTimes(s, seed ^ Seeds.mix(~(long) flow), origin))
        .orElse(null);
  }

  private long drawDelay() {
    long delay = profile.delay().toNanos();
    long jitter = profile.jitter().toNanos();
    return jitter == 0 ? delay : delay + jitters.nextLong(-jitter, jitter + 1);
  }

  private long nextStart() {
    long first = Long.MAX_VALUE;
    for (FlowQueue queue : busy) {
      first = Math.min(first, queue.ready(link.next(), gate));
    }
    return first;
  }

  /** Serves all quanta that begin by this moment, the moment included. */
  private void serveUntil(long until) {
    while (!busy.isEmpty()) {
      long start = nextStart();
      if (start > until) {
        return;
      }
      FlowQueue chosen = null;
      for (FlowQueue queue : busy) {
        if (queue.ready(link.next(), gate) == start
            && (chosen == null || comesBefore(queue, chosen))) {
          chosen = queue;
        }
      }
      long tag = Objects.requireNonNull(chosen).startTag(virtualTime);
      onTheWay.add(chosen.serve(start, quantum, tag, link, gate, served++));
      virtualTime = tag;
      if (chosen.isEmpty()) {
        busy.remove(chosen);
      }
    }
  }

  private boolean comesBefore(FlowQueue one, FlowQueue other) {
    int byTag = Long.compare(one.startTag(virtualTime), other.startTag(virtualTime));
    // Among equals the one that was idle, which has been served less, comes first.
    int byPast = byTag != 0 ? byTag : Long.compare(one.finishTag(), other.finishTag());
    return byPast != 0 ? byPast < 0 : one.submittedAt() < other.submittedAt();
  }

  private static long quantumOf(LinkProfile profile) {
    return Math.clamp(
        profile.rate() / 8 * QUANTUM_NANOS / 1_000_000_000L, LEAST_QUANTUM, MOST_QUANTUM);
  }

  private static int byArrival(Run one, Run other) {
    int byTime = Long.compare(one.arrival(), other.arrival());
    return byTime != 0 ? byTime : Long.compare(one.order(), other.order());
  }
}
