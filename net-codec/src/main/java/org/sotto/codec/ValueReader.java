package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads values, for both profiles. Each count is held against the limits and against the bytes that
 * are present before memory is taken for it; what is read is checked to be the canonical form.
 */
final class ValueReader {
  private static final int FIRST_BATCH_CAPACITY = 16;

  private final CountForm form;
  private final @Nullable KryoRegistry registry;

  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  ValueReader(CountForm form, @Nullable KryoRegistry registry) {
    this.form = form;
    this.registry = registry;
  }

  /** Reads all readable bytes as one value; vectors in a batch always get arrays of their own. */
  NetworkValue readAll(ByteBuf in, DecodeLimits limits, ArraySource arrays) {
    checkSize(in, limits);
    int start = in.readerIndex();
    int head = readHead(in);
    NetworkValue value =
        form.descriptor(head) == Descriptor.BATCH
            ? readBatch(in, head, form.readCount(in, head), limits.maxElements())
            : readValue(in, start, head, limits.maxElements(), arrays);
    checkEnd(in, head);
    return value;
  }

  /** Reads all readable bytes as one batch without a descriptor. */
  Batch readAllBare(ByteBuf in, DecodeLimits limits) {
    checkSize(in, limits);
    int count = form.readLength(in, CodecException.NONE);
    Batch batch = readBatch(in, CodecException.NONE, count, limits.maxElements());
    checkEnd(in, CodecException.NONE);
    return batch;
  }

  private Batch readBatch(ByteBuf in, int head, int count, int budget) {
    if (count > in.readableBytes()) { // the shortest value takes a byte
      throw new CodecException(
          head, in.readerIndex(), count + " values", in.readableBytes() + " bytes");
    }
    List<NetworkValue> values = new ArrayList<>(Math.min(count, FIRST_BATCH_CAPACITY));
    int left = budget;
    for (int i = 0; i < count; i++) {
      int start = in.readerIndex();
      NetworkValue value = readValue(in, start, readHead(in), left, ArraySource.fresh());
      left -= elements(value);
      values.add(value);
    }
    return new Batch(values);
  }

  /** Reads any value but a batch, of at most {@code budget} elements. */
  private NetworkValue readValue(ByteBuf in, int start, int head, int budget, ArraySource arrays) {
    Descriptor descriptor = form.descriptor(head);
    if (descriptor == null) {
      throw new CodecException(head, start, "a known descriptor", "another");
    }
    if (!descriptor.counted) {
      checkLimit(head, start, 1, budget);
    }
    return switch (descriptor) {
      case BIT_ZERO -> Bit.ZERO;
      case BIT_ONE -> Bit.ONE;
      case RING16 -> {
        need(in, head, Short.BYTES);
        yield new Ring16(in.readShortLE());
      }
      case RING32 -> {
        need(in, head, Integer.BYTES);
        yield new Ring32(in.readIntLE());
      }
      case RING64 -> {
        need(in, head, Long.BYTES);
        yield new Ring64(in.readLongLE());
      }
      case RING16_VEC -> {
        short[] elements = arrays.shorts(readCount(in, head, Short.BYTES, budget));
        ElementCodec.readShorts(in, elements, 0, elements.length);
        yield new Ring16Vec(elements);
      }
      case RING32_VEC -> {
        int[] elements = arrays.ints(readCount(in, head, Integer.BYTES, budget));
        ElementCodec.readInts(in, elements, 0, elements.length);
        yield new Ring32Vec(elements);
      }
      case RING64_VEC -> {
        long[] elements = arrays.longs(readCount(in, head, Long.BYTES, budget));
        ElementCodec.readLongs(in, elements, 0, elements.length);
        yield new Ring64Vec(elements);
      }
      case BIT_VEC -> {
        int bits = form.readCount(in, head);
        checkLimit(head, start, bits, budget);
        yield new BitVec(bits, readBits(in, head, bits, arrays));
      }
      case PACKED_VEC -> readPacked(in, head, budget, arrays);
      case BLOCK -> {
        need(in, head, 16);
        yield new Block(in.readLongLE(), in.readLongLE());
      }
      case BLOCK_VEC -> {
        int blocks = readCount(in, head, 16, budget);
        long[] words = arrays.longs(2 * blocks);
        ElementCodec.readLongs(in, words, 0, words.length);
        yield new BlockVec(words);
      }
      case BYTES -> {
        byte[] bytes = arrays.bytes(readCount(in, head, 1, budget));
        in.readBytes(bytes);
        yield new Bytes(bytes);
      }
      case PRF_KEY -> {
        need(in, head, PrfKey.BYTES);
        byte[] key = new byte[PrfKey.BYTES]; // two words are read faster than a run of bytes
        WORDS.set(key, 0, in.readLongLE());
        WORDS.set(key, Long.BYTES, in.readLongLE());
        yield new PrfKey(key);
      }
      case STATE_CHECKSUM -> {
        need(in, head, 16);
        yield new StateChecksum(in.readLongLE(), in.readLongLE());
      }
      case PRF_CHECK -> {
        need(in, head, 16);
        yield new PrfCheck(in.readLongLE(), in.readLongLE());
      }
      case OPAQUE -> readObject(in, head);
      case ABORT -> readAbort(in, head);
      case BATCH -> throw new CodecException(head, start, "no batch in a batch", "one");
    };
  }

  private PackedVec readPacked(ByteBuf in, int head, int budget, ArraySource arrays) {
    need(in, head, 1);
    int at = in.readerIndex();
    int width = in.readUnsignedByte();
    if (width < 1 || width > 64) {
      throw new CodecException(head, at, "a width of 1 to 64 bits", width + " bits");
    }
    int size = form.readCount(in, head);
    checkLimit(head, at, size, budget);
    long bits = (long) size * width;
    if (bits > Integer.MAX_VALUE) {
      throw new CodecException(head, at, "at most 2^31-1 bits", bits + " bits");
    }
    return new PackedVec(width, size, readBits(in, head, (int) bits, arrays));
  }

  private static long[] readBits(ByteBuf in, int head, int bits, ArraySource arrays) {
    need(in, head, ElementCodec.bytesForBits(bits));
    long[] words = arrays.longs(BitVec.words(bits));
    ElementCodec.readBits(in, words, bits, head);
    return words;
  }

  private Opaque readObject(ByteBuf in, int head) {
    int at = in.readerIndex();
    int length = form.readLength(in, head);
    if (registry == null) {
      throw new CodecException(head, at, "a codec with a registry", "none");
    }
    return new Opaque(registry.decode(readBytes(in, head, length)));
  }

  private static Abort readAbort(ByteBuf in, int head) {
    need(in, head, 3);
    int code = in.readUnsignedShortLE();
    String phase = readText(in, head, in.readUnsignedByte());
    need(in, head, 2);
    int at = in.readerIndex();
    int length = in.readUnsignedShortLE();
    if (length > Abort.MAX_TEXT_BYTES) {
      throw new CodecException(
          head, at, "a text of at most " + Abort.MAX_TEXT_BYTES + " bytes", length + " bytes");
    }
    return new Abort(code, phase, readText(in, head, length));
  }

  /** Reads UTF-8. The decoder of the JDK mends bad bytes; then they do not encode to the same. */
  private static String readText(ByteBuf in, int head, int length) {
    int at = in.readerIndex();
    byte[] bytes = readBytes(in, head, length);
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (!Arrays.equals(bytes, text.getBytes(StandardCharsets.UTF_8))) {
      throw new CodecException(head, at, "UTF-8", "other bytes");
    }
    return text;
  }

  private static byte[] readBytes(ByteBuf in, int head, int length) {
    need(in, head, length);
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return bytes;
  }

  private int readCount(ByteBuf in, int head, int elementBytes, int budget) {
    int at = in.readerIndex();
    int count = form.readCount(in, head);
    checkLimit(head, at, count, budget);
    need(in, head, (long) count * elementBytes);
    return count;
  }

  private static int elements(NetworkValue value) {
    return switch (value) {
      case Ring16Vec v -> v.elements().length;
      case Ring32Vec v -> v.elements().length;
      case Ring64Vec v -> v.elements().length;
      case BitVec v -> v.size();
      case PackedVec v -> v.size();
      case BlockVec v -> v.size();
      case Bytes v -> v.bytes().length;
      case Bit _, Ring16 _, Ring32 _, Ring64 _, Block _, PrfKey _ -> 1;
      case StateChecksum _, PrfCheck _, Opaque _, Abort _, Batch _ -> 1;
    };
  }

  private static int readHead(ByteBuf in) {
    if (!in.isReadable()) {
      throw new CodecException(CodecException.NONE, in.readerIndex(), "a descriptor", "0 bytes");
    }
    return in.readUnsignedByte();
  }

  private static void need(ByteBuf in, int head, long bytes) {
    if (bytes > in.readableBytes()) {
      throw CodecException.truncated(head, in.readerIndex(), bytes, in.readableBytes());
    }
  }

  private static void checkLimit(int head, int at, int count, int budget) {
    if (count > budget) {
      throw new CodecException(
          head, at, "at most " + budget + " elements (limit)", count + " elements");
    }
  }

  private static void checkSize(ByteBuf in, DecodeLimits limits) {
    if (in.readableBytes() > limits.maxBytes()) {
      throw new CodecException(
          CodecException.NONE,
          in.readerIndex(),
          "at most " + limits.maxBytes() + " bytes (limit)",
          in.readableBytes() + " bytes");
    }
  }

  private static void checkEnd(ByteBuf in, int head) {
    if (in.isReadable()) {
      throw new CodecException(
          head, in.readerIndex(), "the end", in.readableBytes() + " more bytes");
    }
  }
}
