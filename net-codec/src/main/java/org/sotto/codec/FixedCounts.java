package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Counts as 32 bits, little-endian; the descriptor is a byte of its own, and a batch has none.
 *
 * <pre>
 * +------------+--------+-----------------+----------+
 * | descriptor | fields | count, u32 LE   | elements |
 * +------------+--------+-----------------+----------+
 * </pre>
 */
final class FixedCounts implements CountForm {
  private static final @Nullable Descriptor[] BY_HEAD = new @Nullable Descriptor[256];

  static {
    for (Descriptor descriptor : Descriptor.values()) {
      if (descriptor != Descriptor.BATCH) {
        BY_HEAD[descriptor.code] = descriptor;
      }
    }
  }

  @Override
  public int head(Descriptor descriptor, int count) {
    return descriptor.code;
  }

  @Override
  public @Nullable Descriptor descriptor(int head) {
    return BY_HEAD[head];
  }

  @Override
  public int countLength(int count) {
    return Integer.BYTES;
  }

  @Override
  public void writeCount(ByteBuf out, int count) {
    out.writeIntLE(count);
  }

  @Override
  public int readCount(ByteBuf in, int head) {
    if (in.readableBytes() < Integer.BYTES) {
      throw CodecException.truncated(head, in.readerIndex(), Integer.BYTES, in.readableBytes());
    }
    int at = in.readerIndex();
    int count = in.readIntLE();
    if (count < 0) {
      throw new CodecException(
          head, at, "a count of at most 2^31-1", "count " + Integer.toUnsignedLong(count));
    }
    return count;
  }

  @Override
  public int lengthLength(int length) {
    return Integer.BYTES;
  }

  @Override
  public void writeLength(ByteBuf out, int length) {
    writeCount(out, length);
  }

  @Override
  public int readLength(ByteBuf in, int head) {
    return readCount(in, head);
  }

  @Override
  public int batchHeadLength(int count) {
    return Integer.BYTES;
  }

  @Override
  public void writeBatchHead(ByteBuf out, int count) {
    writeCount(out, count);
  }
}
