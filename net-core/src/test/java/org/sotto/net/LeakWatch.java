package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.PooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects what a logger says: refusals of a listener, leaks of Netty's buffers. */
public final class LeakWatch extends Handler implements AutoCloseable {
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Logger logger;
  private final boolean parents;

  /** Listens to a logger and keeps what it says from the console. */
  public LeakWatch(String name) {
    logger = Logger.getLogger(name);
    parents = logger.getUseParentHandlers();
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  /** Tracks every buffer from now on. */
  public static LeakWatch paranoid() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    return new LeakWatch(ResourceLeakDetector.class.getName());
  }

  /** What was said so far. */
  public String text() {
    return String.join("\n", lines);
  }

  /** Gives the detector its chance, and expects silence. */
  public void assertNoLeak() {
    for (int i = 0; i < 5; i++) {
      System.gc();
      for (int j = 0; j < 100; j++) {
        PooledByteBufAllocator.DEFAULT.directBuffer(16).release();
      }
    }
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.SIMPLE);
    assertThat(text()).doesNotContain("LEAK");
  }

  @Override
  public void publish(LogRecord record) {
    lines.add(new SimpleFormatter().formatMessage(record));
  }

  @Override
  public void flush() {
    // Nothing is held back.
  }

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(parents);
  }
}
