package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.link.CostModel;
import org.sotto.net.link.LinkProfile;

/** Sessions over emulated links in real time. */
@Timeout(30)
final class EmulatedTimeTest {

  @Test
  void twoHundredRoundsOnAMetroLinkTakeAsLongAsPredicted() {
    try (Parties parties = Parties.emulated(2, LinkProfile.METRO, MeshOptions.defaults())) {
      List<Long> nanos = parties.run("rounds", session -> Rounds.alternate(session, 200, 64));
      double predicted = CostModel.of(LinkProfile.METRO).seconds(200, 200 * 64);
      assertThat(nanos.getFirst() / 1e9).isCloseTo(predicted, within(0.1 * predicted));
    }
  }

  @Test
  void realTimeIsNotVirtual() {
    try (Parties parties = Parties.emulated(2, LinkProfile.LAN, MeshOptions.defaults())) {
      assertThatThrownBy(parties::virtualNanos).isInstanceOf(IllegalStateException.class);
    }
  }
}
