package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Counts of 1 to 15 in the high four bits of the descriptor, all others as LEB128.
 *
 * <pre>
 *  7     4 3     0
 * +-------+-------+--------+----------+
 * | count | kind  | fields | elements |               count 1..15
 * +-------+-------+--------+----------+
 * +-------+-------+--------+-----------+----------+
 * |   0   | kind  | fields | LEB128    | elements |   count 0 or 16..2^31-1
 * +-------+-------+--------+-----------+----------+
 * </pre>
 *
 * <p>LEB128: seven bits a byte, low ones first, the top bit set on all bytes but the last; one to
 * five bytes, the shortest form only.
 */
final class CompactCounts implements CountForm {
  private static final int MAX_IN_HEAD = 15;
  private static final @Nullable Descriptor[] BY_HEAD = new @Nullable Descriptor[256];

  static {
    for (Descriptor descriptor : Descriptor.values()) {
      BY_HEAD[descriptor.code] = descriptor;
      if (descriptor.counted) {
        for (int count = 1; count <= MAX_IN_HEAD; count++) {
          BY_HEAD[descriptor.code | (count << 4)] = descriptor;
        }
      }
    }
  }

  @Override
  public int head(Descriptor descriptor, int count) {
    return inHead(count) ? descriptor.code | (count << 4) : descriptor.code;
  }

  @Override
  public @Nullable Descriptor descriptor(int head) {
    return BY_HEAD[head];
  }

  @Override
  public int countLength(int count) {
    return inHead(count) ? 0 : lengthLength(count);
  }

  @Override
  public void writeCount(ByteBuf out, int count) {
    if (!inHead(count)) {
      writeLength(out, count);
    }
  }

  @Override
  public int readCount(ByteBuf in, int head) {
    int inHead = head >>> 4;
    if (inHead != 0) {
      return inHead;
    }
    int at = in.readerIndex();
    int count = readLength(in, head);
    if (inHead(count)) {
      throw new CodecException(head, at, "a count of 1 to 15 in the descriptor", "it as LEB128");
    }
    return count;
  }

  @Override
  public int lengthLength(int length) {
    return (38 - Integer.numberOfLeadingZeros(length | 1)) / 7;
  }

  @Override
  public void writeLength(ByteBuf out, int length) {
    int rest = length;
    while (rest > 0x7F) {
      out.writeByte((rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    out.writeByte(rest);
  }

  @Override
  public int readLength(ByteBuf in, int head) {
    int at = in.readerIndex();
    long length = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      if (!in.isReadable()) {
        throw new CodecException(head, at, "a whole LEB128 number", shift / 7 + " bytes of it");
      }
      int group = in.readByte();
      length |= (long) (group & 0x7F) << shift;
      if (group >= 0) {
        if (group == 0 && shift != 0) {
          throw new CodecException(head, at, "the shortest LEB128 form", "a longer one");
        }
        if (length > Integer.MAX_VALUE) {
          throw new CodecException(head, at, "a count of at most 2^31-1", "count " + length);
        }
        return (int) length;
      }
    }
    throw new CodecException(head, at, "a LEB128 number of at most 5 bytes", "more bytes");
  }

  @Override
  public int batchHeadLength(int count) {
    return 1 + countLength(count);
  }

  @Override
  public void writeBatchHead(ByteBuf out, int count) {
    out.writeByte(head(Descriptor.BATCH, count));
    writeCount(out, count);
  }

  private static boolean inHead(int count) {
    return count >= 1 && count <= MAX_IN_HEAD;
  }
}
