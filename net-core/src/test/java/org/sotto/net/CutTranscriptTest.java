package org.sotto.net;

import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Connections that are cut, whenever it is, leave no trace in a transcript. */
@Timeout(60)
final class CutTranscriptTest {
  @ParameterizedTest
  @EnumSource(CutConnectionsTest.Way.class)
  void theGoldenDigestsHoldWhileConnectionsAreCut(CutConnectionsTest.Way way) throws Exception {
    SplittableRandom random = OverTransport.seeded();
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger cuts = new AtomicInteger();
    try (Relayed relayed = Relayed.parties(3);
        Parties parties = relayed.connect(MeshOptions.defaults())) {
      Thread cutter =
          Thread.ofPlatform()
              .start(
                  () -> {
                    while (!over.get()) {
                      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(random.nextInt(5000)));
                      if (relayed.cutOne(random)) {
                        cuts.incrementAndGet();
                      }
                    }
                  });
      try {
        TranscriptTest.assertGolden(
            parties.run(
                "golden",
                way.options().withTranscript().withCheckedTags(),
                session -> {
                  Transcript transcript = TranscriptTest.play(session);
                  while (cuts.get() < 10) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
                  }
                  return transcript;
                }));
      } finally {
        over.set(true);
        cutter.join();
      }
      Assertions.assertThat(cuts.get()).isGreaterThanOrEqualTo(10);
    }
  }
}
