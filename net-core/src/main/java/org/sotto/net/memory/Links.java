package org.sotto.net.memory;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.sotto.net.link.Direction;
import org.sotto.net.link.LinkModel;
import org.sotto.net.link.LinkProfile;

/**
 * The links between all parties of a network: a {@link Wire} for each ordered pair, and what
 * travels beside the flows (acknowledgements, aborts, new flows), which takes the one-way delay and
 * no capacity. Guarded by its lock, which is that of all its sessions.
 */
final class Links {
  /** Something that happens to a member; the order of two does not depend on threads. */
  private record Event(long at, String session, int from, int to, long number, Runnable what) {
    static final Comparator<Event> ORDER =
        Comparator.comparingLong(Event::at)
            .thenComparing(Event::session)
            .thenComparingInt(Event::from)
            .thenComparingInt(Event::to)
            .thenComparingLong(Event::number);
  }

  final ReentrantLock lock = new ReentrantLock();
  private final Wire[][] wires;
  private final long delay;
  private final PriorityQueue<Event> events = new PriorityQueue<>(Event.ORDER);

  /**
   * @param start the links' first moment, nanoseconds
   */
  Links(int parties, LinkProfile profile, long start) {
    delay = profile.delay().toNanos();
    wires = new Wire[parties][parties];
    for (int from = 0; from < parties; from++) {
      for (int to = 0; to < parties; to++) {
        long pair = (long) Math.min(from, to) * parties + Math.max(from, to);
        Direction direction = from > to ? Direction.FORWARD : Direction.BACKWARD;
        wires[from][to] = new Wire(new LinkModel(profile, direction, pair << 2, start));
      }
    }
  }

  void write(Lane lane, long now, long bytes) {
    wires[lane.from.self][lane.to].write(lane, now, bytes);
  }

  /**
   * Something that a member does to another one, some one-way delays from now.
   *
   * @param number of the event among those of the member in the session
   */
  void tell(LinkedFlows from, int to, long now, int delays, long number, Runnable what) {
    events.add(new Event(now + delays * delay, from.session().key(), from.self, to, number, what));
  }

  /** Nothing happens before this moment; {@link Long#MAX_VALUE} if nothing is under way. */
  long nextEvent() {
    Event head = events.peek();
    long next = head == null ? Long.MAX_VALUE : head.at();
    for (Wire[] row : wires) {
      for (Wire wire : row) {
        next = Math.min(next, wire.nextEvent());
      }
    }
    return next;
  }

  /** Lets all happen that is due. */
  void poll(long now) {
    for (Wire[] row : wires) {
      for (Wire wire : row) {
        wire.poll(now);
      }
    }
    while (true) {
      Event head = events.peek();
      if (head == null || head.at() > now) {
        return;
      }
      events.remove();
      head.what().run();
    }
  }
}
