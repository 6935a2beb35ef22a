package org.sotto.codec;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;

/** Encodings as byte arrays, and the memory that a piece of work takes. */
final class Wire {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Wire() {}

  static byte[] encode(ValueCodec codec, NetworkValue value) {
    ByteBuf out = Unpooled.buffer();
    codec.encode(value, out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  static NetworkValue decode(ValueCodec codec, byte[] bytes) {
    return codec.decode(Unpooled.wrappedBuffer(bytes), DecodeLimits.defaults());
  }

  static Batch decodeBatch(ValueCodec codec, byte[] bytes) {
    return codec.decodeBatch(Unpooled.wrappedBuffer(bytes), DecodeLimits.defaults());
  }

  /** Decodes with the method that suits the profile and the value. */
  static NetworkValue decodeLike(ValueCodec codec, NetworkValue value, byte[] bytes) {
    return value instanceof Batch ? decodeBatch(codec, bytes) : decode(codec, bytes);
  }

  static byte[] hex(String hex) {
    return HexFormat.of().parseHex(hex.replace(" ", ""));
  }

  /** Bytes that the current thread has taken from the heap so far. */
  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  /**
   * Heap that an action takes, the least of three runs: the first may load classes, and now and
   * then the JVM spins code for a method handle on the thread that calls it.
   */
  static long taken(Runnable action) {
    long least = Long.MAX_VALUE;
    for (int run = 0; run < 3; run++) {
      long before = allocated();
      action.run();
      least = Math.min(least, allocated() - before);
    }
    return least;
  }
}
