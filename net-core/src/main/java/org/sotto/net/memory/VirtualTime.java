package org.sotto.net.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands while any party works and jumps when all wait: to the next arrival, the next
 * acknowledgement or the end of the shortest wait.
 *
 * <p><b>Who counts.</b> A thread counts from its first open session to the end of its last one, or
 * as long as it has a {@link Seat}. If it waits for anything but its sessions it counts as working,
 * and the clock stands. Opening a session takes no virtual time: the members meet when the last one
 * comes, and until then the others wait, with a deadline in real time.
 *
 * <p><b>Why two runs are equal.</b> Between two jumps the threads that work see only what the jump
 * delivered, whatever the others do meanwhile: what they write, take in or say is kept until the
 * next jump, which sorts what was written at one moment by session and flow, and tells it to the
 * links. So each thread's steps follow from the jumps, and the jumps from its steps.
 */
final class VirtualTime implements Timeline {
  private static final long NEVER = Long.MAX_VALUE;
  private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

  /** A thread that counts. */
  private static final class Actor {
    final long number;
    final Condition woken;
    boolean waits;
    long until;
    @Nullable LinkedFlows on;
    boolean seated;
    int open;
    long computed;

    Actor(long number, Condition woken) {
      this.number = number;
      this.woken = woken;
    }
  }

  private final Links links;
  private final Compute compute;
  private final Map<Thread, Actor> actors = new HashMap<>();
  private final TreeSet<Actor> waiting =
      new TreeSet<>(Comparator.<Actor>comparingLong(a -> a.until).thenComparingLong(a -> a.number));
  private int working;
  private long numbers;
  private long now;

  VirtualTime(Links links, Compute compute) {
    this.links = links;
    this.compute = compute;
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public void catchUp() {
    // Nothing is due while a thread works.
  }

  @Override
  public void entered(LinkedFlows flows) {
    Thread thread = Thread.currentThread();
    Actor actor = actors.get(thread);
    if (actor == null) {
      actor = newActor();
      actors.put(thread, actor);
    }
    actor.open++;
  }

  @Override
  public void left(LinkedFlows flows) {
    Actor actor = actors.get(Thread.currentThread());
    if (actor != null) {
      actor.open--;
      leaveIfDone(actor);
    }
  }

  private Actor newActor() {
    Actor actor = new Actor(numbers++, links.lock.newCondition());
    actor.computed = cpu();
    working++;
    return actor;
  }

  private void leaveIfDone(Actor actor) {
    if (actor.open == 0 && !actor.seated) {
      actors.values().remove(actor);
      working--;
      jump();
    }
  }

  Seat seat() {
    links.lock.lock();
    try {
      Actor actor = newActor();
      actor.seated = true;
      return new Place(actor);
    } finally {
      links.lock.unlock();
    }
  }

  private final class Place implements Seat {
    private final Actor actor;

    Place(Actor actor) {
      this.actor = actor;
    }

    @Override
    public void take() {
      links.lock.lock();
      try {
        if (actors.putIfAbsent(Thread.currentThread(), actor) != null) {
          throw new IllegalStateException("the thread has a seat or an open session already");
        }
        actor.computed = cpu();
      } finally {
        links.lock.unlock();
      }
    }

    @Override
    public void close() {
      links.lock.lock();
      try {
        if (actor.seated) {
          actor.seated = false;
          leaveIfDone(actor);
        }
      } finally {
        links.lock.unlock();
      }
    }
  }

  @Override
  public void await(LinkedFlows flows, long nanos) throws InterruptedException {
    pause(flows, now + Math.max(nanos, 0), NEVER);
  }

  @Override
  public void awaitMembers(LinkedFlows flows, long nanos) throws InterruptedException {
    pause(flows, NEVER, nanos);
  }

  /**
   * @param until when to go on, in virtual time
   * @param realNanos how long to wait at most, in real time
   */
  private void pause(@Nullable LinkedFlows on, long until, long realNanos)
      throws InterruptedException {
    Actor actor = actors.get(Thread.currentThread());
    if (actor == null) {
      throw new IllegalStateException("a thread waits that has no session open");
    }
    actor.on = on;
    actor.until = until;
    actor.waits = true;
    waiting.add(actor);
    working--;
    jump();
    long left = realNanos;
    try {
      while (actor.waits && left > 0) {
        if (realNanos == NEVER) {
          actor.woken.await();
        } else {
          left = actor.woken.awaitNanos(left);
        }
      }
    } finally {
      goOn(actor);
    }
  }

  private void goOn(Actor actor) {
    if (actor.waits) {
      waiting.remove(actor);
      actor.waits = false;
      actor.on = null;
      working++;
      actor.woken.signal();
    }
  }

  /** If nobody works, moves the clock until somebody does. */
  private void jump() {
    while (working == 0 && !waiting.isEmpty()) {
      long next = Math.min(links.nextEvent(), waiting.first().until);
      if (next == NEVER) {
        return;
      }
      now = Math.max(now, next);
      links.poll(now);
      while (!waiting.isEmpty() && waiting.first().until <= now) {
        goOn(waiting.first());
      }
    }
  }

  @Override
  public void rouse(LinkedFlows flows) {
    Actor actor = actors.get(flows.owner);
    if (actor != null && actor.waits && flows.equals(actor.on)) {
      goOn(actor);
    }
  }

  @Override
  public void underWay(LinkedFlows to) {
    // The next jump sees it.
  }

  @Override
  public void computed(LinkedFlows flows) {
    Actor actor = actors.get(Thread.currentThread());
    if (compute == Compute.FREE || actor == null) {
      return;
    }
    long worked = cpu() - actor.computed;
    if (worked > 0) {
      try {
        pause(null, now + worked, NEVER);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      actor.computed = cpu();
    }
  }

  private long cpu() {
    return compute == Compute.FREE || Thread.currentThread().isVirtual()
        ? 0
        : CPU.getCurrentThreadCpuTime();
  }
}
