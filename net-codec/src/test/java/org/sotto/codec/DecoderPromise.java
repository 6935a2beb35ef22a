package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a decoder promises for any bytes at all: it throws nothing but {@link CodecException}, it
 * takes memory in proportion to the input, and what it accepts encodes to the same bytes.
 */
final class DecoderPromise {
  /** Bytes of heap that each byte of input may cost: an empty vector in a batch is the worst. */
  private static final long PER_BYTE = 64;

  /** Bytes of heap for one decoding as such: the exception with its text and trace. */
  private static final long PER_CALL = 4096;

  /** The same where Kryo is at work: its exceptions, their traces, one array a nesting level. */
  private static final long PER_OBJECT_CALL = 32 * 1024;

  private final ByteBuf again = Unpooled.buffer(256);

  /** Checks {@code decode}; true if the bytes were accepted. */
  boolean holdsForValue(ValueCodec codec, byte[] bytes) {
    checkMemory(bytes, perCall(bytes), () -> decoded(() -> Wire.decode(codec, bytes)));
    NetworkValue value = decoded(() -> Wire.decode(codec, bytes));
    return value != null && isCanonical(codec, value, bytes);
  }

  /** Checks {@code decodeBatch}; true if the bytes were accepted. */
  boolean holdsForBatch(ValueCodec codec, byte[] bytes) {
    checkMemory(bytes, perCall(bytes), () -> decoded(() -> Wire.decodeBatch(codec, bytes)));
    Batch batch = decoded(() -> Wire.decodeBatch(codec, bytes));
    return batch != null && isCanonical(codec, batch, bytes);
  }

  /** Checks a registry; true if the bytes were accepted. */
  boolean holdsForObject(KryoRegistry registry, byte[] bytes) {
    checkMemory(bytes, PER_OBJECT_CALL, () -> decoded(() -> registry.decode(bytes)));
    Object object = decoded(() -> registry.decode(bytes));
    if (object != null) {
      checkSame(registry, object, bytes);
    }
    return object != null;
  }

  /** What a decoder gives, or null where it refuses, which is a right answer. */
  private static <T> @Nullable T decoded(Supplier<T> decoder) {
    try {
      return decoder.get();
    } catch (CodecException e) {
      return null;
    }
  }

  /** All promises but the one about memory, which an instrumented run would break by itself. */
  void staysCanonical(ValueCodec codec, byte[] bytes) {
    try {
      isCanonical(codec, Wire.decode(codec, bytes), bytes);
    } catch (CodecException e) {
      // a refusal is a right answer
    }
    try {
      isCanonical(codec, Wire.decodeBatch(codec, bytes), bytes);
    } catch (CodecException e) {
      // a refusal is a right answer
    }
  }

  /** The same for a registry. */
  void staysCanonical(KryoRegistry registry, byte[] bytes) {
    try {
      checkSame(registry, registry.decode(bytes), bytes);
    } catch (CodecException e) {
      // a refusal is a right answer
    }
  }

  private static void checkSame(KryoRegistry registry, Object object, byte[] bytes) {
    if (!Arrays.equals(registry.encode(object), bytes)) {
      throw new AssertionError("accepted an object that encodes to other bytes");
    }
  }

  private boolean isCanonical(ValueCodec codec, NetworkValue value, byte[] bytes) {
    again.clear();
    codec.encode(value, again);
    if (!again.equals(Unpooled.wrappedBuffer(bytes))
        || codec.encodedLength(value) != bytes.length) {
      throw new AssertionError("accepted a " + value + " that encodes to other bytes");
    }
    return true;
  }

  private static long perCall(byte[] bytes) {
    // Kryo may be at work wherever the descriptor of an object is.
    boolean object = false;
    for (byte b : bytes) {
      object |= b == 0x10;
    }
    return object ? PER_OBJECT_CALL : PER_CALL;
  }

  private static void checkMemory(byte[] bytes, long perCall, Runnable decoding) {
    long limit = perCall + PER_BYTE * bytes.length;
    long taken = Wire.taken(decoding);
    if (taken > limit) {
      throw new AssertionError(bytes.length + " bytes took " + taken + ", at most " + limit);
    }
  }
}
