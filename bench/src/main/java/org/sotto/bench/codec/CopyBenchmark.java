package org.sotto.bench.codec;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** The yardsticks: copies of as many bytes as a vector has. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CopyBenchmark {
  /** How many bytes. */
  @Param({"125000", "2000000", "4000000", "8000000"})
  public int bytes;

  private byte[] source = new byte[0];
  private byte[] target = new byte[0];

  /** Makes the arrays. */
  @Setup(Level.Trial)
  public void prepare() {
    source = new byte[bytes];
    target = new byte[bytes];
    java.util.Arrays.fill(source, (byte) 1);
  }

  /** {@code System.arraycopy} into an array that is used again. */
  @Benchmark
  public byte[] copy() {
    System.arraycopy(source, 0, target, 0, bytes);
    return target;
  }

  /** A new array each time, filled by {@code System.arraycopy}: what a decoder must at least do. */
  @Benchmark
  public byte[] copyToNew() {
    byte[] fresh = new byte[bytes];
    System.arraycopy(source, 0, fresh, 0, bytes);
    return fresh;
  }
}
