package org.sotto.net.tcp;

import io.netty.channel.ManualIoEventLoop;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The waits on an event loop that its session's thread runs itself.
 *
 * @param virtual whether that thread is virtual
 */
record DrivenLoop(ManualIoEventLoop loop, boolean virtual) {
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  /** Serves the sockets until something has happened or the time is over. */
  void await(long nanos) {
    if (virtual) {
      poll(nanos);
    } else {
      loop.run(nanos);
    }
  }

  /**
   * A virtual thread that blocks in the selector's native call holds its carrier, and a handful of
   * sessions that wait for each other would hold all of them; so it looks and parks in turn.
   */
  private void poll(long nanos) {
    long end = System.nanoTime() + nanos;
    long pause = SHORTEST_PAUSE_NANOS;
    while (loop.runNow() == 0 && !Thread.currentThread().isInterrupted()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(Math.min(left, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  /** Serves the sockets until a future is done. */
  void drive(Future<?> future) {
    while (!future.isDone()) {
      await(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  /** Ends the loop. */
  void end() {
    var _ = loop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    while (!loop.isTerminated()) {
      loop.runNow();
    }
  }
}
