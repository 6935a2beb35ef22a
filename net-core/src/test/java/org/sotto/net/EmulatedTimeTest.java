package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.link.Attempts;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;

/** Sessions over emulated links in real time. */
@Timeout(120)
final class EmulatedTimeTest {

  @Test
  void twoHundredRoundsOnAMetroLinkTakeAsLongAsPredicted()
      throws IOException, InterruptedException {
    Attempts.atTheClock(
        () -> {
          try (Parties parties = Parties.emulated(2, LinkProfile.METRO, MeshOptions.defaults())) {
            long[] pairs =
                parties
                    .run(
                        "rounds",
                        session -> {
                          long[] ends = new long[101];
                          for (int i = 0; i <= 100; i++) {
                            ends[i] = Rounds.alternate(session, 2, 64);
                          }
                          return IntStream.range(0, 100)
                              .mapToLong(i -> ends[i + 1] - ends[i])
                              .toArray();
                        })
                    .getFirst();
            double predicted = CostModel.of(LinkProfile.METRO).seconds(200, 100 * 64);
            double measured = LongStream.of(pairs).sum() / 1e9;
            Arrays.sort(pairs);
            System.out.printf(
                "200 rounds: %.3f for %.3f s; a pair %.3f to %.3f, median %.3f ms%n",
                measured, predicted, pairs[0] / 1e6, pairs[99] / 1e6, pairs[50] / 1e6);
            assertThat(measured).isGreaterThanOrEqualTo(predicted);
            // The quicker half, so that whatever else the machine does is not measured.
            double quick = LongStream.of(pairs).limit(50).sum() / 1e9 * 2;
            assertThat(quick).isCloseTo(predicted, within(0.1 * predicted));
          }
        });
  }

  @Test
  void realTimeIsNotVirtual() {
    try (Parties parties = Parties.emulated(2, LinkProfile.LAN, MeshOptions.defaults())) {
      assertThatThrownBy(parties::virtualNanos).isInstanceOf(IllegalStateException.class);
    }
  }
}
