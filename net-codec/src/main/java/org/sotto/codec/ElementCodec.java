package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Objects;

/**
 * The form without any descriptor: elements alone, for where both ends know type and count.
 *
 * <pre>
 * shorts, ints, longs   | element 0, LE | element 1, LE | ...          2, 4, 8 bytes each
 * bits                  | bits 0..7 | bits 8..15 | ...                 ceil(bits / 8) bytes
 * </pre>
 *
 * <p>Runs are copied in bulk between the array and the memory of the buffer; on a little-endian
 * machine that is one memory copy. Short runs go element by element, which is faster for them.
 * Buffers whose memory is not one piece go through a small staging array. Heap, direct, pooled,
 * sliced and composite buffers are all served; the caller needs to own the indices of the buffer,
 * but other threads may use other slices of the same memory.
 */
public final class ElementCodec {
  private static final ValueLayout.OfShort SHORT_LE =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT_LE =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG_LE =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /** Below this many elements a loop beats the set-up of a bulk copy. */
  private static final int SHORT_RUN = 16;

  private ElementCodec() {}

  /**
   * The number of bytes that a number of bits takes.
   *
   * @param bits number of bits, not negative
   */
  public static int bytesForBits(int bits) {
    return (int) ((bits + 7L) >>> 3);
  }

  /**
   * Appends 2 bytes an element.
   *
   * @param out the buffer, grown as needed
   * @param a holds the elements
   * @param from index of the first element
   * @param count number of elements
   * @throws CodecException if the run is longer than 2<sup>31</sup>-1 bytes
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public static void writeShorts(ByteBuf out, short[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = runBytes(count, Short.BYTES);
    out.ensureWritable(bytes);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        out.writeShortLE(a[from + i]);
      }
    } else {
      BulkCopy.append(out, bytes, MemorySegment.ofArray(a), from, SHORT_LE);
    }
  }

  /**
   * Appends 4 bytes an element; otherwise as {@link #writeShorts(ByteBuf, short[], int, int)}.
   *
   * @param out the buffer, grown as needed
   * @param a holds the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void writeInts(ByteBuf out, int[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = runBytes(count, Integer.BYTES);
    out.ensureWritable(bytes);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        out.writeIntLE(a[from + i]);
      }
    } else {
      BulkCopy.append(out, bytes, MemorySegment.ofArray(a), from, INT_LE);
    }
  }

  /**
   * Appends 8 bytes an element; otherwise as {@link #writeShorts(ByteBuf, short[], int, int)}.
   *
   * @param out the buffer, grown as needed
   * @param a holds the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void writeLongs(ByteBuf out, long[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = runBytes(count, Long.BYTES);
    out.ensureWritable(bytes);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        out.writeLongLE(a[from + i]);
      }
    } else {
      BulkCopy.append(out, bytes, MemorySegment.ofArray(a), from, LONG_LE);
    }
  }

  /**
   * Appends exactly {@code ceil(bits / 8)} bytes. The caller guarantees that the bits from {@code
   * bits} on are zero; nothing is masked, and a receiver refuses others.
   *
   * @param out the buffer, grown as needed
   * @param words the bits, least significant first
   * @param bits number of bits
   * @throws IndexOutOfBoundsException if the words have fewer bits
   */
  public static void writeBits(ByteBuf out, long[] words, int bits) {
    int full = bits >>> 6;
    int tailBytes = bytesForBits(bits & 63);
    Objects.checkFromIndexSize(0, full + (tailBytes > 0 ? 1 : 0), words.length);
    writeLongs(out, words, 0, full);
    for (int i = 0; i < tailBytes; i++) {
      out.writeByte((int) (words[full] >>> (8 * i)));
    }
  }

  /**
   * Reads 2 bytes an element.
   *
   * @param in the buffer
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   * @throws CodecException if the buffer has too few readable bytes; then nothing is read
   * @throws IndexOutOfBoundsException if the array has no such range
   */
  public static void readShorts(ByteBuf in, short[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = present(in, count, Short.BYTES);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        a[from + i] = in.readShortLE();
      }
    } else {
      BulkCopy.take(in, bytes, MemorySegment.ofArray(a), from, SHORT_LE);
    }
  }

  /**
   * Reads 4 bytes an element; otherwise as {@link #readShorts(ByteBuf, short[], int, int)}.
   *
   * @param in the buffer
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void readInts(ByteBuf in, int[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = present(in, count, Integer.BYTES);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        a[from + i] = in.readIntLE();
      }
    } else {
      BulkCopy.take(in, bytes, MemorySegment.ofArray(a), from, INT_LE);
    }
  }

  /**
   * Reads 8 bytes an element; otherwise as {@link #readShorts(ByteBuf, short[], int, int)}.
   *
   * @param in the buffer
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void readLongs(ByteBuf in, long[] a, int from, int count) {
    Objects.checkFromIndexSize(from, count, a.length);
    int bytes = present(in, count, Long.BYTES);
    if (count < SHORT_RUN) {
      for (int i = 0; i < count; i++) {
        a[from + i] = in.readLongLE();
      }
    } else {
      BulkCopy.take(in, bytes, MemorySegment.ofArray(a), from, LONG_LE);
    }
  }

  /**
   * Reads {@code ceil(bits / 8)} bytes. The rest of the last word in use becomes zero.
   *
   * @param in the buffer
   * @param words takes the bits, least significant first
   * @param bits number of bits
   * @throws CodecException if the buffer has too few readable bytes, or a bit of the last byte
   *     beyond {@code bits} is set
   * @throws IndexOutOfBoundsException if the words have room for fewer bits
   */
  public static void readBits(ByteBuf in, long[] words, int bits) {
    readBits(in, words, bits, CodecException.NONE);
  }

  static void readBits(ByteBuf in, long[] words, int bits, int descriptor) {
    int full = bits >>> 6;
    int tailBytes = bytesForBits(bits & 63);
    Objects.checkFromIndexSize(0, full + (tailBytes > 0 ? 1 : 0), words.length);
    int bytes = bytesForBits(bits);
    if (in.readableBytes() < bytes) {
      throw CodecException.truncated(descriptor, in.readerIndex(), bytes, in.readableBytes());
    }
    readLongs(in, words, 0, full);
    if (tailBytes > 0) {
      long tail = 0;
      for (int i = 0; i < tailBytes; i++) {
        tail |= (long) in.readUnsignedByte() << (8 * i);
      }
      if (tail >>> (bits & 63) != 0) {
        throw new CodecException(
            descriptor, in.readerIndex() - 1L, "zero in the unused bits", "other bits");
      }
      words[full] = tail;
    }
  }

  /**
   * Copies elements to memory, 2 bytes each, little-endian.
   *
   * @param a holds the elements
   * @param from index of the first element
   * @param out the memory
   * @param offset where the first element goes, in bytes; any alignment
   * @param count number of elements
   */
  public static void writeShorts(short[] a, int from, MemorySegment out, long offset, int count) {
    MemorySegment.copy(a, from, out, SHORT_LE, offset, count);
  }

  /**
   * Copies elements to memory, 4 bytes each, little-endian.
   *
   * @param a holds the elements
   * @param from index of the first element
   * @param out the memory
   * @param offset where the first element goes, in bytes; any alignment
   * @param count number of elements
   */
  public static void writeInts(int[] a, int from, MemorySegment out, long offset, int count) {
    MemorySegment.copy(a, from, out, INT_LE, offset, count);
  }

  /**
   * Copies elements to memory, 8 bytes each, little-endian.
   *
   * @param a holds the elements
   * @param from index of the first element
   * @param out the memory
   * @param offset where the first element goes, in bytes; any alignment
   * @param count number of elements
   */
  public static void writeLongs(long[] a, int from, MemorySegment out, long offset, int count) {
    MemorySegment.copy(a, from, out, LONG_LE, offset, count);
  }

  /**
   * Copies elements from memory, 2 bytes each, little-endian.
   *
   * @param in the memory
   * @param offset where the first element is, in bytes; any alignment
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void readShorts(MemorySegment in, long offset, short[] a, int from, int count) {
    MemorySegment.copy(in, SHORT_LE, offset, a, from, count);
  }

  /**
   * Copies elements from memory, 4 bytes each, little-endian.
   *
   * @param in the memory
   * @param offset where the first element is, in bytes; any alignment
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void readInts(MemorySegment in, long offset, int[] a, int from, int count) {
    MemorySegment.copy(in, INT_LE, offset, a, from, count);
  }

  /**
   * Copies elements from memory, 8 bytes each, little-endian.
   *
   * @param in the memory
   * @param offset where the first element is, in bytes; any alignment
   * @param a takes the elements
   * @param from index of the first element
   * @param count number of elements
   */
  public static void readLongs(MemorySegment in, long offset, long[] a, int from, int count) {
    MemorySegment.copy(in, LONG_LE, offset, a, from, count);
  }

  private static int present(ByteBuf in, int count, int width) {
    long bytes = (long) count * width;
    if (bytes > in.readableBytes()) {
      throw CodecException.truncated(
          CodecException.NONE, in.readerIndex(), bytes, in.readableBytes());
    }
    return (int) bytes;
  }

  private static int runBytes(int count, int width) {
    long bytes = (long) count * width;
    if (bytes > Integer.MAX_VALUE) {
      throw new CodecException(
          CodecException.NONE, CodecException.NONE, "at most 2^31-1 bytes", bytes + " bytes");
    }
    return (int) bytes;
  }
}
