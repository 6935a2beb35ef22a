package org.sotto.bench.wan;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sotto.net.Channel;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;
import org.sotto.net.link.LinkProfile;

/** Round trips of one session, alone and while another sends as much as the link takes. */
final class BesideBulk {
  private static final int WARM_PINGS = 3;
  private static final int BULK_MESSAGE = 1 << 20;
  private static final double ALLOWANCE_SECONDS = 5e-3;
  private static final long START_SECONDS = 120;

  private final WanPlan plan;
  private final Parties pair;

  BesideBulk(WanPlan plan, Parties pair) {
    this.plan = plan;
    this.pair = pair;
  }

  List<WanRow.Latency> run() {
    SessionOptions driven = SessionOptions.defaults();
    return List.of(
        row("driven, alone", pings("alone", driven)),
        row("driven, beside driven bulk", beside("driven", driven)),
        row("shared, alone", pings("alone, shared", driven.shared())),
        row("shared, beside shared bulk", beside("shared", driven.shared())));
  }

  private WanRow.Latency row(String setting, List<Double> seconds) {
    return new WanRow.Latency(setting, seconds, limitSeconds(plan.link()));
  }

  /** Round trip, jitter and the longest wait for both slots, and 5 ms. */
  static double limitSeconds(LinkProfile link) {
    double trip = 2.0 * link.delay().plus(link.jitter()).toNanos();
    double slots = link.slots().map(s -> (double) s.period().toNanos()).orElse(0.0);
    return (trip + slots) / 1e9 + ALLOWANCE_SECONDS;
  }

  private List<Double> beside(String name, SessionOptions options) {
    AtomicBoolean done = new AtomicBoolean();
    CountDownLatch flowing = new CountDownLatch(1);
    try (ExecutorService threads = Executors.newSingleThreadExecutor()) {
      Future<List<Long>> bulk =
          threads.submit(
              () ->
                  pair.run(
                      "bulk, " + name,
                      options,
                      s -> s.self() == 0 ? send(s, done) : receive(s, flowing)));
      try {
        if (!flowing.await(START_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException("bulk: expected a first message, got none");
        }
        return pings("pings, " + name, options);
      } finally {
        done.set(true);
        var _ = bulk.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (java.util.concurrent.ExecutionException e) {
      throw new IllegalStateException("bulk failed: " + e.getCause(), e);
    }
  }

  private static long send(Session session, AtomicBoolean done) {
    Channel to = session.to(1);
    long[] message = new long[BULK_MESSAGE / Long.BYTES];
    long sent = 0;
    while (!done.get()) {
      to.sendBytes(new byte[] {1});
      to.sendRing64(message);
      to.flush();
      sent += BULK_MESSAGE;
    }
    to.sendBytes(new byte[] {0});
    return sent;
  }

  private static long receive(Session session, CountDownLatch flowing) {
    Channel from = session.to(0);
    long[] message = new long[BULK_MESSAGE / Long.BYTES];
    long received = 0;
    while (from.receiveBytes(1)[0] == 1) {
      message = from.receiveRing64(message);
      received += BULK_MESSAGE;
      flowing.countDown();
    }
    return received;
  }

  private List<Double> pings(String name, SessionOptions options) {
    return pair.run(name, options, this::ping).getFirst();
  }

  private List<Double> ping(Session session) {
    Channel peer = session.to(1 - session.self());
    long[] message = new long[WanPlan.ROUND_BYTES / Long.BYTES];
    List<Double> seconds = new ArrayList<>();
    for (int i = -WARM_PINGS; i < plan.pings(); i++) {
      long begin = System.nanoTime();
      if (session.self() == 0) {
        peer.sendRing64(message);
      }
      message = peer.receiveRing64(message);
      if (session.self() == 1) {
        peer.sendRing64(message);
      }
      if (i >= 0) {
        seconds.add((System.nanoTime() - begin) / 1e9);
      }
    }
    return seconds;
  }
}
