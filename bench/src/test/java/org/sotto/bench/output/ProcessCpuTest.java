package org.sotto.bench.output;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

final class ProcessCpuTest {
  /** The JDK's clock ticks, and a little more for what runs between the questions. */
  private static final long TOLERANCE_NANOS = 500_000_000;

  @Test
  void isTheTimeThatTheJdkCountsInTicks() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long before = system.getProcessCpuTime();
    long nanos = new ProcessCpu().nanos();
    assertThat(nanos)
        .isBetween(before - TOLERANCE_NANOS, system.getProcessCpuTime() + TOLERANCE_NANOS);
  }

  @Test
  void aLittleWorkIsSeen() {
    ProcessCpu cpu = new ProcessCpu();
    long before = cpu.nanos();
    long sum = 0;
    for (int i = 0; i < 100_000; i++) {
      sum += Integer.toString(i).hashCode();
    }
    assertThat(sum).isNotZero();
    assertThat(cpu.nanos()).isGreaterThan(before);
  }
}
