package org.sotto.bench.net;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;
import org.sotto.bench.net.Side.Batch;
import org.sotto.bench.output.ProcessCpu;
import org.sotto.net.Mesh;
import org.sotto.net.Session;

/** What each of the two processes does; the first one also keeps the time. */
final class Batches {
  /** Even, so that each order of the two sides is warmed up. */
  private static final int WARM_UP = 2;

  /** The measured batches of one step: plain and Sotto in turn, then Sotto and plain. */
  record Pairs(Step step, Side plain, Side sotto) {}

  private final Endpoints ends;
  private final ProcessCpu cpu = new ProcessCpu();

  Batches(Endpoints ends) {
    this.ends = ends;
  }

  /** Runs one step; what was measured is of use in the first process only. */
  Pairs run(Step step) throws IOException {
    Side plain = new Side(step);
    Side sotto = new Side(step);
    Wire yardstick = Wire.plain(ends.plain(), step.size());
    try (ExecutorService thread = threadOf(step)) {
      Session session = on(thread, () -> open(step));
      Wire wire = Wire.session(session.next(), step.size());
      for (int i = 0; i < WARM_UP + step.batches(); i++) {
        int batch = i;
        boolean measured = i >= WARM_UP;
        Side first = measured ? plain : new Side(step);
        Side second = measured ? sotto : new Side(step);
        if (i % 2 == 0) {
          batch(step, batch, yardstick, first);
          inTurn(thread, () -> batch(step, batch, wire, second));
        } else {
          inTurn(thread, () -> batch(step, batch, wire, second));
          batch(step, batch, yardstick, first);
        }
      }
      inTurn(thread, session::close);
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

  private interface Turn {
    void run() throws IOException;
  }

  private static void inTurn(ExecutorService thread, Turn turn) throws IOException {
    boolean _ =
        on(
            thread,
            () -> {
              turn.run();
              return true;
            });
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

  /** Both processes begin together; the clock runs on the thread that sends. */
  private void batch(Step step, int number, Wire wire, Side to) throws IOException {
    ends.control().begin();
    long used = cpu.nanos();
    long wall = System.nanoTime();
    if (step.kind() == Kind.PING) {
      pings(step, number, wire, to.trips());
    } else {
      bulk(step, number, wire);
    }
    wall = System.nanoTime() - wall;
    used = cpu.nanos() - used;
    to.add(new Batch(wall, ends.control().bothCpu(used)));
  }

  private void pings(Step step, int batch, Wire wire, Trips trips) throws IOException {
    boolean first = ends.self() == 0;
    for (int i = 0; i < step.count(); i++) {
      long number = Payload.number(batch, i);
      long begin = System.nanoTime();
      if (first) {
        wire.send(number);
        wire.receive(Payload.answer(number));
        trips.add(System.nanoTime() - begin);
      } else {
        wire.receive(number);
        wire.send(Payload.answer(number));
        wire.flush();
      }
    }
  }

  private void bulk(Step step, int batch, Wire wire) throws IOException {
    boolean first = ends.self() == 0;
    long number = 0;
    for (int i = 0; i < step.count(); i++) {
      number = Payload.number(batch, i);
      if (first) {
        wire.send(number);
      } else {
        wire.receive(number);
      }
    }
    if (first) {
      wire.receive(Payload.answer(number)); // One message back says that all have come.
    } else {
      wire.send(Payload.answer(number));
      wire.flush();
    }
  }
}
