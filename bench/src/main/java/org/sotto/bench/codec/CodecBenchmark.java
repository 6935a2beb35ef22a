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
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.ValueCodec;

/**
 * One value in one layout, to and from a pooled direct buffer that is used again. Decoding makes a
 * new value each time; its limits are the defaults.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodecBenchmark {
  /** The value. */
  @Param public Sample sample = Sample.BIT;

  /** The layout. */
  @Param public Layout layout = Layout.COMPACT;

  private static final DecodeLimits LIMITS = DecodeLimits.defaults();

  private NetworkValue value = Sample.BIT.value();
  private ValueCodec codec = Layout.COMPACT.codec();
  private ByteBuf target = PooledByteBufAllocator.DEFAULT.directBuffer();
  private ByteBuf encoded = PooledByteBufAllocator.DEFAULT.directBuffer();

  /** Encodes once, so that decoding has something to read. */
  @Setup(Level.Trial)
  public void prepare() {
    value = sample.value();
    codec = layout.codec();
    int length = codec.encodedLength(value);
    target.ensureWritable(length);
    codec.encode(value, encoded);
  }

  /** Frees the buffers. */
  @TearDown(Level.Trial)
  public void release() {
    target.release();
    encoded.release();
  }

  /** Value to bytes. */
  @Benchmark
  public ByteBuf encode() {
    codec.encode(value, target.clear());
    return target;
  }

  /** Bytes to value. */
  @Benchmark
  public NetworkValue decode() {
    encoded.readerIndex(0);
    return codec.decode(encoded, LIMITS);
  }
}
