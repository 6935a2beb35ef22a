package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** Strings and counts in hellos and control messages. */
final class Strings {
  private Strings() {}

  /** Writes a u16 byte length and UTF-8. */
  static void write(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0xFFFF) {
      throw new IllegalArgumentException(
          "a text of at most 65535 bytes is expected, got " + bytes.length);
    }
    out.writeShortLE(bytes.length).writeBytes(bytes);
  }

  static String read(ByteBuf in) {
    return new String(bytes(in, in.readUnsignedShortLE()), StandardCharsets.UTF_8);
  }

  /** Takes {@code count} bytes; allocates nothing unless they are there. */
  static byte[] bytes(ByteBuf in, int count) {
    if (count < 0 || count > in.readableBytes()) {
      throw new IndexOutOfBoundsException(count);
    }
    byte[] bytes = new byte[count];
    in.readBytes(bytes);
    return bytes;
  }

  static void writeVarint(ByteBuf out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.writeByte((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    out.writeByte((int) left);
  }

  /** Reads a varint of at most 63 bits. */
  static long readVarint(ByteBuf in) {
    long value = 0;
    for (int shift = 0; shift < 63; shift += 7) {
      byte next = in.readByte();
      value |= (long) (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IllegalArgumentException("a varint of more than 63 bits");
  }

  /** Reads a varint that must fit a positive int. */
  static int readCount(ByteBuf in) {
    long value = readVarint(in);
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("expected at most 2^31 - 1, got " + value);
    }
    return (int) value;
  }
}
