package org.sotto.net.link;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The two directions of one link under real time, for all connections of a relay. All of it runs on
 * the relay's event loop, but for the counters. Its time stands still while it is frozen.
 */
final class RelayLink {
  /** Wakes closer together than this are made one: a timer is not more precise. */
  private static final long LEAST_NAP_NANOS = 50_000;

  private static final long LONG_NAP_NANOS = 1_000_000;
  private static final long MOST_LEAD_NANOS = 400_000;
  private static final long SLACK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long LEAST_BACKLOG = 64 << 10;

  private record Appointment(long at, Runnable what) {}

  private final EventLoop loop;
  private final Map<Direction, LinkModel> models = new EnumMap<>(Direction.class);
  private final Map<Integer, RelayFlow> flows = new HashMap<>();
  private final PriorityQueue<Appointment> agenda =
      new PriorityQueue<>(Comparator.comparingLong(Appointment::at));
  private final List<RelayPipe> toFlush = new ArrayList<>();
  private final Map<Direction, AtomicLong> arrived =
      Map.of(Direction.FORWARD, new AtomicLong(), Direction.BACKWARD, new AtomicLong());
  private LinkProfile profile;
  private boolean frozen;
  private long frozenAt;
  private long frozenNanos;
  private long pumpedAt;
  private long wakeAt = Long.MAX_VALUE;
  private @Nullable Future<?> wake;
  // How late a timer is after a long nap, a running mean, nanoseconds.
  private long lead = 150_000;

  RelayLink(EventLoop loop, LinkProfile profile, long seed) {
    this.loop = loop;
    this.profile = profile;
    long start = System.nanoTime();
    this.pumpedAt = start - LEAST_NAP_NANOS;
    for (Direction direction : Direction.values()) {
      models.put(direction, new LinkModel(profile, direction, seed, start));
    }
  }

  /** The link's time, nanoseconds. */
  long now() {
    return (frozen ? frozenAt : System.nanoTime()) - frozenNanos;
  }

  LinkProfile profile() {
    return profile;
  }

  boolean isFrozen() {
    return frozen;
  }

  Map<Integer, RelayFlow> flows() {
    return flows;
  }

  /** Bytes that have arrived; from any thread. */
  long arrived(Direction direction) {
    return arrivedBytes(direction).get();
  }

  /** What one flow may have in the relay before its source is not read: its path, and 20 ms. */
  long mostBacklog() {
    double seconds = (profile.delay().toNanos() + profile.jitter().toNanos() + SLACK_NANOS) / 1e9;
    return Math.max(LEAST_BACKLOG, (long) (profile.mostFlowRate() / 8.0 * seconds));
  }

  private LinkModel model(Direction direction) {
    return Objects.requireNonNull(models.get(direction));
  }

  private AtomicLong arrivedBytes(Direction direction) {
    return Objects.requireNonNull(arrived.get(direction));
  }

  void submit(Direction direction, int flow, long bytes) {
    model(direction).submit(flow, now(), bytes);
    wakeInTime();
  }

  /** Nothing of this flow leaves before then. */
  void hold(Direction direction, int flow, long until) {
    model(direction).hold(flow, until);
  }

  /** Runs it when the link's time is there. */
  void at(long time, Runnable what) {
    agenda.add(new Appointment(time, what));
    wakeInTime();
  }

  /** A connection has ended, with all that is under way in it. */
  void forget(int flow) {
    flows.remove(flow);
    for (LinkModel model : models.values()) {
      model.forget(flow);
    }
  }

  void reshape(LinkProfile changed) {
    profile = changed;
    for (LinkModel model : models.values()) {
      model.reshape(changed, now());
    }
    flows.values().forEach(RelayFlow::readMore);
    wakeInTime();
  }

  void freeze() {
    if (!frozen) {
      frozenAt = System.nanoTime();
      frozen = true;
    }
  }

  void thaw() {
    if (frozen) {
      frozen = false;
      frozenNanos += System.nanoTime() - frozenAt;
      flows.values().forEach(RelayFlow::readMore);
      pump();
    }
  }

  private void pump() {
    if (frozen) {
      return;
    }
    pumpedAt = now();
    while (!agenda.isEmpty() && agenda.peek().at() <= pumpedAt) {
      agenda.remove().what().run();
    }
    for (Direction direction : Direction.values()) {
      model(direction)
          .poll(
              pumpedAt,
              (flow, bytes, at) -> {
                arrivedBytes(direction).addAndGet(bytes);
                RelayFlow known = flows.get(flow);
                if (known != null) {
                  RelayPipe pipe = known.pipe(direction);
                  if (pipe.arrived(bytes)) {
                    toFlush.add(pipe);
                  }
                }
              });
    }
    // Only now, because what follows may call the models.
    toFlush.forEach(RelayPipe::write);
    toFlush.clear();
    wakeInTime();
  }

  private void wakeInTime() {
    if (frozen) {
      return;
    }
    long next = agenda.isEmpty() ? Long.MAX_VALUE : agenda.peek().at();
    for (LinkModel model : models.values()) {
      next = Math.min(next, model.nextEvent());
    }
    if (next == Long.MAX_VALUE) {
      return;
    }
    next = Math.max(next, pumpedAt + LEAST_NAP_NANOS);
    if (next < wakeAt) {
      if (wake != null) {
        wake.cancel(false);
      }
      wakeAt = next;
      long nap = next - now();
      long early = nap > LONG_NAP_NANOS ? lead : 0;
      wake = loop.schedule(() -> woken(early), Math.max(0, nap - early), TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Timers are late, after a long nap most of all; so it sets them early and waits for the rest.
   */
  private void woken(long early) {
    long due = wakeAt;
    wakeAt = Long.MAX_VALUE;
    wake = null;
    if (early > 0 && !frozen) {
      long late = Math.min(MOST_LEAD_NANOS, now() - (due - early));
      lead += (late - lead) / 8;
      while (now() < due) {
        Thread.onSpinWait();
      }
    }
    pump();
  }
}
