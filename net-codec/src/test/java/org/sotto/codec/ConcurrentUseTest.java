package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** One codec, one registry and one shared buffer serve eight threads at once. */
class ConcurrentUseTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 2000;

  @Test
  void eightThreadsThroughOneCodecAndOneRegistry() throws Exception {
    long seed = RandomValues.seed(ConcurrentUseTest.class);
    inParallel(
        thread -> {
          RandomValues random = new RandomValues(seed + thread);
          for (int i = 0; i < ROUNDS; i++) {
            NetworkValue value = i % 2 == 0 ? random.any() : random.batch();
            ValueCodec codec = GoldenValues.CODECS.get(i / 2 % 2);
            assertThat(Wire.decodeLike(codec, value, Wire.encode(codec, value))).isEqualTo(value);
            byte[] object =
                GoldenValues.REGISTRY.encode(new GoldenValues.Point(i, "thread " + thread));
            assertThat(GoldenValues.REGISTRY.decode(object))
                .isEqualTo(new GoldenValues.Point(i, "thread " + thread));
          }
        });
  }

  @Test
  void eightThreadsReadSlicesOfOneBuffer() throws Exception {
    RandomValues random = new RandomValues(RandomValues.seed(ConcurrentUseTest.class));
    NetworkValue value = new Ring64Vec(random.longs(100));
    ValueCodec codec = GoldenValues.CODECS.get(1);
    byte[] bytes = Wire.encode(codec, value);
    ByteBuf direct = Unpooled.directBuffer();
    for (int i = 0; i < THREADS; i++) {
      direct.writeBytes(bytes);
    }
    try {
      inParallel(
          thread -> {
            for (int i = 0; i < ROUNDS; i++) {
              ByteBuf slice = direct.slice(thread * bytes.length, bytes.length);
              assertThat(codec.decode(slice, DecodeLimits.defaults()).equals(value)).isTrue();
            }
          });
    } finally {
      direct.release();
    }
  }

  @FunctionalInterface
  private interface Work {
    void run(int thread);
  }

  private static void inParallel(Work work) throws Exception {
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int thread = i;
        Callable<Void> task =
            () -> {
              start.await();
              work.run(thread);
              return null;
            };
        done.add(threads.submit(task));
      }
      for (Future<?> one : done) {
        one.get();
      }
    }
  }
}
