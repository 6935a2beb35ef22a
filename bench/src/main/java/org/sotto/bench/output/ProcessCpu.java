package org.sotto.bench.output;

import com.sun.management.OperatingSystemMXBean;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * CPU time of this process, all its threads. The JDK counts it in clock ticks of 10 ms, which is
 * longer than a short batch; on Linux the system's own clock is asked.
 */
public final class ProcessCpu {
  /** CLOCK_PROCESS_CPUTIME_ID of Linux. */
  private static final int PROCESS_CLOCK = 2;

  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final @Nullable MethodHandle clock;

  /** Seconds and nanoseconds, 64 bits each. */
  private final MemorySegment time = Arena.ofAuto().allocate(2 * Long.BYTES, Long.BYTES);

  /** The clock of this process. */
  public ProcessCpu() {
    this.clock = clock().orElse(null);
  }

  @SuppressWarnings("restricted") // the system's clock, by its documented signature
  private static Optional<MethodHandle> clock() {
    boolean known =
        System.getProperty("os.name").equals("Linux")
            && ValueLayout.ADDRESS.byteSize() == Long.BYTES;
    Linker linker = Linker.nativeLinker();
    return known
        ? linker
            .defaultLookup()
            .find("clock_gettime")
            .map(
                address ->
                    linker.downcallHandle(
                        address,
                        FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)))
        : Optional.empty();
  }

  /** Nanoseconds since the process began. */
  public synchronized long nanos() {
    MethodHandle known = clock;
    if (known == null) {
      return SYSTEM.getProcessCpuTime();
    }
    try {
      int failed = (int) known.invokeExact(PROCESS_CLOCK, time);
      if (failed != 0) {
        return SYSTEM.getProcessCpuTime();
      }
    } catch (Throwable e) {
      throw new IllegalStateException("clock_gettime: expected a time, got " + e, e);
    }
    return time.get(ValueLayout.JAVA_LONG, 0) * NANOS_PER_SECOND
        + time.get(ValueLayout.JAVA_LONG, Long.BYTES);
  }
}
