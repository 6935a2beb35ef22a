package org.sotto.bench.net;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;
import org.sotto.codec.Ring32;
import org.sotto.net.Mesh;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/** What each of the two processes does; the first one also keeps the time. */
final class Batches {
  private static final int WARM_UP = 2;
  private static final int SENDS_A_REPLY = 1000;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * One batch.
   *
   * @param wallNanos from the first message to the last answer
   * @param cpuNanos of both processes, all their threads
   */
  record Batch(long wallNanos, long cpuNanos) {}

  /** The measured batches of one step, in turn. */
  record Pairs(Step step, List<Batch> plain, List<Batch> sotto) {}

  /** Bytes on the heap that one send allocates on its thread, on average. */
  record Allocation(String what, double bytesPerSend) {}

  /** Bytes that one idle session holds in one process. */
  record Idle(int sessions, double heapBytes, double directBytes) {}

  private final Endpoints ends;

  Batches(Endpoints ends) {
    this.ends = ends;
  }

  /** Runs one step; what was measured is of use in the first process only. */
  Pairs run(Step step) throws IOException {
    List<Batch> plain = new ArrayList<>();
    List<Batch> sotto = new ArrayList<>();
    Wire yardstick = Wire.plain(ends.plain(), step.size());
    try (ExecutorService thread = threadOf(step)) {
      Session session = on(thread, () -> open(step));
      Wire wire = Wire.session(session.next(), step.size());
      for (int i = 0; i < WARM_UP + step.batches(); i++) {
        Batch first = batch(step, yardstick);
        Batch second = timed(() -> on(thread, () -> exchange(step, wire)));
        if (i >= WARM_UP) {
          plain.add(first);
          sotto.add(second);
        }
      }
      boolean _ =
          on(
              thread,
              () -> {
                session.close();
                return true;
              });
    }
    return new Pairs(step, plain, sotto);
  }

  private static ExecutorService threadOf(Step step) {
    return Executors.newSingleThreadExecutor(
        step.variant().virtual() ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory());
  }

  private Session open(Step step) {
    Mesh mesh = step.variant().tls() ? ends.secure() : ends.mesh();
    return mesh.session(step.kind() + " " + step.variant().name(), step.variant().session());
  }

  private static <T> T on(ExecutorService thread, Callable<T> task) throws IOException {
    try {
      return thread.submit(task).get();
    } catch (ExecutionException e) {
      throw new IOException("a step failed: " + e.getCause(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private Batch batch(Step step, Wire wire) throws IOException {
    return timed(() -> exchange(step, wire));
  }

  private interface Exchange {
    boolean run() throws IOException;
  }

  private Batch timed(Exchange exchange) throws IOException {
    long cpu = SYSTEM.getProcessCpuTime();
    long wall = System.nanoTime();
    boolean _ = exchange.run();
    wall = System.nanoTime() - wall;
    cpu = SYSTEM.getProcessCpuTime() - cpu;
    return new Batch(wall, cpu + otherCpu(cpu));
  }

  /** The other process's share; it is told over the plain socket, outside the measured time. */
  private long otherCpu(long own) throws IOException {
    ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
    if (ends.self() == 0) {
      while (number.hasRemaining()) {
        if (ends.plain().read(number) < 0) {
          throw new IOException("the other process has ended");
        }
      }
      return number.getLong(0);
    }
    number.putLong(0, own);
    while (number.hasRemaining()) {
      ends.plain().write(number);
    }
    return 0;
  }

  private boolean exchange(Step step, Wire wire) throws IOException {
    boolean first = ends.self() == 0;
    for (int i = 0; i < step.count(); i++) {
      if (first) {
        wire.send();
        if (step.kind() == Kind.PING) {
          wire.receive();
        }
      } else {
        wire.receive();
        if (step.kind() == Kind.PING) {
          wire.send();
          wire.flush();
        }
      }
    }
    if (step.kind() == Kind.BULK) {
      if (first) {
        wire.receive(); // One message back says that all have come.
      } else {
        wire.send();
        wire.flush();
      }
    }
    return true;
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
    return ManagementFactory.getPlatformMXBeans(java.lang.management.BufferPoolMXBean.class)
        .stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(java.lang.management.BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
