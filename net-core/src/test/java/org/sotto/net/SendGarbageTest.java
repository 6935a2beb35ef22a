package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.codec.Ring32;

/** A send of a small value, in steady state and without a flight recording. */
@Timeout(60)
final class SendGarbageTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @Test
  void aFlushedSendMakesNoGarbage() {
    int sends = 20_000;
    try (Parties parties = Parties.onLoopback(2, MeshOptions.defaults())) {
      parties.run(
          "garbage",
          session -> {
            Ring32 value = new Ring32(7);
            double least = Double.MAX_VALUE;
            for (int turn = 0; turn < 4; turn++) {
              long before = THREADS.getCurrentThreadAllocatedBytes();
              for (int i = 1; i <= sends; i++) {
                if (session.self() == 0) {
                  session.next().send(value);
                  session.next().flush();
                } else {
                  assertThat(session.next().receive(Ring32.class).value()).isEqualTo(7);
                }
              }
              long made = THREADS.getCurrentThreadAllocatedBytes() - before;
              least = Math.min(least, (double) made / sends);
              reply(session, value);
            }
            if (session.self() == 0) {
              System.out.printf("%.2f bytes a flushed send%n", least);
              assertThat(least).isLessThan(8);
            }
            return "";
          });
    }
  }

  private static void reply(Session session, Ring32 value) {
    if (session.self() == 1) {
      session.next().send(value);
      session.flush();
    } else {
      assertThat(session.next().receive(Ring32.class)).isEqualTo(value);
    }
  }
}
