package org.sotto.mpc.iris;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

final class GaloisDotTest {
  @Test
  void theBasisIsOrthonormal() {
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        assertThat(GaloisRing.form(GaloisRing.basis(i), GaloisRing.basis(j)))
            .isEqualTo(i == j ? 1 : 0);
      }
    }
  }

  @RepeatedTest(5)
  void addendsOfThreePartiesAddUpToTheDistance(RepetitionInfo repetition) {
    IrisGenerator generator = new IrisGenerator(repetition.getCurrentRepetition());
    IrisTemplate x = generator.person();
    IrisTemplate y = generator.capture(x, 0.1 * repetition.getCurrentRepetition());
    GaloisShares[] sharedX = GaloisShares.share(x);
    GaloisShares[] sharedY = GaloisShares.share(y);
    int code = 0;
    int mask = 0;
    for (int party = 0; party < 3; party++) {
      GaloisShares.Query query = sharedX[party].asQuery(party);
      code += query.codeDot(sharedY[party]);
      mask += query.maskDot(sharedY[party]);
    }
    IrisDistance distance = x.distance(y);
    assertThat((short) code).isEqualTo((short) distance.code());
    assertThat(2 * (mask & 0xFFFF)).isEqualTo(distance.mask());
  }
}
