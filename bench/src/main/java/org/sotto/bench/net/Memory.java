package org.sotto.bench.net;

import com.sun.management.ThreadMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.sotto.codec.Ring32;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/** What sends allocate and idle sessions hold; both processes run it. */
final class Memory {
  private static final int SENDS_A_REPLY = 1000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Bytes on the heap that one send allocates on its thread, on average. */
  record Allocation(String what, double bytesPerSend) {}

  /** Bytes that one idle session holds in one process. */
  record Idle(int sessions, double heapBytes, double directBytes) {}

  private final Endpoints ends;

  Memory(Endpoints ends) {
    this.ends = ends;
  }

  /** Bytes allocated by a send of a small value that is flushed, in steady state. */
  Allocation allocation(String what, SessionOptions options, int sends) {
    Ring32 value = new Ring32(7);
    double perSend = 0;
    try (Session session = ends.mesh().session("allocation of " + what, options)) {
      for (int turn = 0; turn < 3; turn++) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 1; i <= sends; i++) {
          if (ends.self() == 0) {
            session.next().send(value);
            session.next().flush();
          } else {
            Ring32 _ = session.next().receive(Ring32.class);
          }
          if (i % SENDS_A_REPLY == 0) {
            reply(session, value);
          }
        }
        perSend = (THREADS.getCurrentThreadAllocatedBytes() - before) / (double) sends;
      }
    }
    return new Allocation(what, perSend);
  }

  private void reply(Session session, Ring32 value) {
    if (ends.self() == 0) {
      Ring32 _ = session.next().receive(Ring32.class);
    } else {
      session.next().send(value);
      session.next().flush();
    }
  }

  /** What idle sessions hold in this process. */
  Idle idle(int count) {
    List<Session> open = new ArrayList<>();
    long heap = usedHeap();
    long direct = usedDirect();
    for (int i = 0; i < count; i++) {
      open.add(ends.mesh().session("idle " + i, SessionOptions.defaults().shared()));
    }
    double heapBytes = (usedHeap() - heap) / (double) count;
    double directBytes = (usedDirect() - direct) / (double) count;
    open.forEach(Session::close);
    return new Idle(count, heapBytes, directBytes);
  }

  private static long usedHeap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  private static long usedDirect() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
