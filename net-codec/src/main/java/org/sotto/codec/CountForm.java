package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The one thing in which the profiles differ: how a descriptor and a count are written.
 *
 * <p>A counted value is written as {@link #head}, then its fixed fields, then {@link #writeCount},
 * then its elements; it is read in the same order.
 */
sealed interface CountForm permits FixedCounts, CompactCounts {

  /** The first byte of a counted value. */
  int head(Descriptor descriptor, int count);

  /** The descriptor that a first byte stands for, or null if there is none. */
  @Nullable Descriptor descriptor(int head);

  /** Bytes that {@link #writeCount} writes. */
  int countLength(int count);

  /** Writes what of the count the head does not hold. */
  void writeCount(ByteBuf out, int count);

  /** Reads the count of a value whose first byte was {@code head}. */
  int readCount(ByteBuf in, int head);

  /** Bytes that {@link #writeLength} writes. */
  int lengthLength(int length);

  /** Writes a number of bytes that no head has a part of. */
  void writeLength(ByteBuf out, int length);

  /** Reads what {@link #writeLength} wrote; {@code head} is for the message of a failure. */
  int readLength(ByteBuf in, int head);

  /** Bytes in front of the values of a batch. */
  int batchHeadLength(int count);

  /** Writes what stands in front of the values of a batch. */
  void writeBatchHead(ByteBuf out, int count);
}
