package org.sotto.bench.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
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
import org.openjdk.jmh.annotations.TearDown;
import org.sotto.codec.ArraySource;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.ValueCodec;

/** Vectors decoded into arrays that are used again. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ReuseBenchmark {
  private static final DecodeLimits LIMITS = DecodeLimits.defaults();

  /** The value. */
  @Param({
    "BITS_1000",
    "RING32_VEC_1000",
    "RING16_VEC_1M",
    "RING32_VEC_1M",
    "RING64_VEC_1M",
    "BITS_1M"
  })
  public Sample sample = Sample.BITS_1000;

  /** The layout. */
  @Param({"TAGGED", "COMPACT"})
  public Layout layout = Layout.COMPACT;

  private final ArraySource arrays = ArraySource.reused();
  private ValueCodec codec = Layout.COMPACT.codec();
  private ByteBuf encoded = PooledByteBufAllocator.DEFAULT.directBuffer();

  /** Encodes once. */
  @Setup(Level.Trial)
  public void prepare() {
    codec = layout.codec();
    codec.encode(sample.value(), encoded);
  }

  /** Frees the buffer. */
  @TearDown(Level.Trial)
  public void release() {
    encoded.release();
  }

  /** Bytes to value. */
  @Benchmark
  public NetworkValue decodeReused() {
    encoded.readerIndex(0);
    return codec.decode(encoded, LIMITS, arrays);
  }
}
