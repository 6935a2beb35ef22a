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
  static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
