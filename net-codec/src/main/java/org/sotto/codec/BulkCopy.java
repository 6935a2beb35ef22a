package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Copies runs of elements between arrays and buffers as memory, whatever the buffer is made of.
 *
 * <p>A buffer in one piece is seen as a segment: its array, or an NIO view made for this call (the
 * view that Netty keeps inside a buffer is shared by all its slices and so by threads). A buffer in
 * several pieces goes through a staging array.
 */
final class BulkCopy {
  /** Bytes of the staging array; a multiple of all widths. */
  private static final int STAGING = 4096;

  private BulkCopy() {}

  /** Appends {@code bytes} bytes of elements, for which the buffer has room. */
  static void append(ByteBuf out, int bytes, MemorySegment elements, int from, ValueLayout wire) {
    ValueLayout host = wire.withOrder(ByteOrder.nativeOrder());
    long width = wire.byteSize();
    int at = out.writerIndex();
    MemorySegment memory = segment(out, at, bytes);
    if (memory != null) {
      MemorySegment.copy(elements, host, from * width, memory, wire, 0, bytes / width);
    } else {
      byte[] staging = new byte[Math.min(bytes, STAGING)];
      MemorySegment staged = MemorySegment.ofArray(staging);
      for (int done = 0; done < bytes; done += staging.length) {
        int part = Math.min(staging.length, bytes - done);
        MemorySegment.copy(elements, host, from * width + done, staged, wire, 0, part / width);
        out.setBytes(at + done, staging, 0, part);
      }
    }
    out.writerIndex(at + bytes);
  }

  /** Reads {@code bytes} bytes of elements, which are present. */
  static void take(ByteBuf in, int bytes, MemorySegment elements, int from, ValueLayout wire) {
    ValueLayout host = wire.withOrder(ByteOrder.nativeOrder());
    long width = wire.byteSize();
    int at = in.readerIndex();
    MemorySegment memory = segment(in, at, bytes);
    if (memory != null) {
      MemorySegment.copy(memory, wire, 0, elements, host, from * width, bytes / width);
    } else {
      byte[] staging = new byte[Math.min(bytes, STAGING)];
      MemorySegment staged = MemorySegment.ofArray(staging);
      for (int done = 0; done < bytes; done += staging.length) {
        int part = Math.min(staging.length, bytes - done);
        in.getBytes(at + done, staging, 0, part);
        MemorySegment.copy(staged, wire, 0, elements, host, from * width + done, part / width);
      }
    }
    in.readerIndex(at + bytes);
  }

  /** The memory of a range of a buffer, or null if it is not known to be one piece. */
  private static @Nullable MemorySegment segment(ByteBuf buffer, int index, int bytes) {
    if (buffer.hasArray()) {
      return MemorySegment.ofArray(buffer.array())
          .asSlice((long) buffer.arrayOffset() + index, bytes);
    }
    return buffer.nioBufferCount() == 1
        ? MemorySegment.ofBuffer(buffer.nioBuffer(index, bytes))
        : null;
  }
}
