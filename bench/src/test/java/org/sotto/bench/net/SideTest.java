package org.sotto.bench.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.sotto.bench.net.Plan.Kind;
import org.sotto.bench.net.Plan.Step;
import org.sotto.bench.net.Side.Batch;

final class SideTest {
  @Test
  void percentilesAreTimesThatSoManyDidNotExceed() {
    Trips trips = new Trips(200);
    for (int i = 100; i >= 1; i--) {
      trips.add(i);
    }
    assertThat(trips.count()).isEqualTo(100);
    assertThat(trips.percentile(50)).isEqualTo(50);
    assertThat(trips.percentile(99)).isEqualTo(99);
    assertThat(trips.percentile(100)).isEqualTo(100);
    trips.add(1_000);
    assertThat(trips.percentile(99)).isEqualTo(100);
    assertThatThrownBy(() -> new Trips(1).percentile(50)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void timesAreOfOneMessageAndCpuOfOneByte() {
    Side bulk = new Side(new Step(Kind.BULK, Plan.DRIVEN, 1_000, 10, 3));
    bulk.add(new Batch(2_000, 30_000));
    bulk.add(new Batch(9_000, 90_000));
    bulk.add(new Batch(1_000, 10_000));
    assertThat(bulk.medianNanos()).isCloseTo(200, within(1e-9));
    assertThat(bulk.worstNanos()).isCloseTo(900, within(1e-9));
    assertThat(bulk.cpuNanosPerByte()).isCloseTo(3, within(1e-9));

    Side ping = new Side(new Step(Kind.PING, Plan.DRIVEN, 50, 10, 1));
    ping.add(new Batch(500, 3_000));
    assertThat(ping.medianNanos()).isCloseTo(50, within(1e-9));
    assertThat(ping.cpuNanosPerByte()).as("bytes go both ways").isCloseTo(3, within(1e-9));
  }

  @Test
  void theMedianOfTwoIsBetweenThem() {
    assertThat(Side.median(new double[] {4, 1})).isCloseTo(2.5, within(1e-9));
    assertThat(Side.median(new double[] {4, 1, 2})).isCloseTo(2, within(1e-9));
  }
}
