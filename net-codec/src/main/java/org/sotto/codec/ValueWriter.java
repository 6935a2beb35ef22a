package org.sotto.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes values, for both profiles: the bodies are the same, the counts come from a form. */
final class ValueWriter {
  private final CountForm form;
  private final @Nullable KryoRegistry registry;

  ValueWriter(CountForm form, @Nullable KryoRegistry registry) {
    this.form = form;
    this.registry = registry;
  }

  int length(NetworkValue value) {
    long length = longLength(value);
    if (length > Integer.MAX_VALUE) {
      throw new CodecException(
          CodecException.NONE,
          CodecException.NONE,
          value.kind() + " of at most 2^31-1 bytes",
          length + " bytes");
    }
    return (int) length;
  }

  private long longLength(NetworkValue value) {
    return switch (value) {
      case Bit _ -> 1;
      case Ring16 _ -> 1 + Short.BYTES;
      case Ring32 _ -> 1 + Integer.BYTES;
      case Ring64 _ -> 1 + Long.BYTES;
      case Ring16Vec v -> counted(v.elements().length, Short.BYTES);
      case Ring32Vec v -> counted(v.elements().length, Integer.BYTES);
      case Ring64Vec v -> counted(v.elements().length, Long.BYTES);
      case BitVec v -> 1 + form.countLength(v.size()) + ElementCodec.bytesForBits(v.size());
      case PackedVec v -> 2 + form.countLength(v.size()) + ElementCodec.bytesForBits(v.bitLength());
      case Block _, PrfKey _, StateChecksum _, PrfCheck _ -> 1 + 16;
      case BlockVec v -> counted(v.size(), 2 * Long.BYTES);
      case Bytes v -> counted(v.bytes().length, 1);
      case Batch v -> batchLength(v.values());
      case Opaque v -> {
        int bytes = object(v).length;
        yield 1L + form.lengthLength(bytes) + bytes;
      }
      case Abort v ->
          1 + 2 + 1 + ByteBufUtil.utf8Bytes(v.phase()) + 2 + ByteBufUtil.utf8Bytes(v.text());
    };
  }

  private long counted(int count, int elementBytes) {
    return 1L + form.countLength(count) + (long) count * elementBytes;
  }

  private long batchLength(List<NetworkValue> values) {
    long length = form.batchHeadLength(values.size());
    for (NetworkValue value : values) {
      length += longLength(value);
    }
    return length;
  }

  void write(NetworkValue value, ByteBuf out) {
    switch (value) {
      case Bit v -> out.writeByte(v.value() ? Descriptor.BIT_ONE.code : Descriptor.BIT_ZERO.code);
      case Ring16 v -> out.writeByte(Descriptor.RING16.code).writeShortLE(v.value());
      case Ring32 v -> out.writeByte(Descriptor.RING32.code).writeIntLE(v.value());
      case Ring64 v -> out.writeByte(Descriptor.RING64.code).writeLongLE(v.value());
      case Ring16Vec v -> {
        writeHead(out, Descriptor.RING16_VEC, v.elements().length);
        ElementCodec.writeShorts(out, v.elements(), 0, v.elements().length);
      }
      case Ring32Vec v -> {
        writeHead(out, Descriptor.RING32_VEC, v.elements().length);
        ElementCodec.writeInts(out, v.elements(), 0, v.elements().length);
      }
      case Ring64Vec v -> {
        writeHead(out, Descriptor.RING64_VEC, v.elements().length);
        ElementCodec.writeLongs(out, v.elements(), 0, v.elements().length);
      }
      case BitVec v -> {
        writeHead(out, Descriptor.BIT_VEC, v.size());
        ElementCodec.writeBits(out, v.words(), v.size());
      }
      case PackedVec v -> {
        out.writeByte(form.head(Descriptor.PACKED_VEC, v.size())).writeByte(v.width());
        form.writeCount(out, v.size());
        ElementCodec.writeBits(out, v.words(), v.bitLength());
      }
      case Block v -> writePair(out, Descriptor.BLOCK, v.low(), v.high());
      case BlockVec v -> {
        writeHead(out, Descriptor.BLOCK_VEC, v.size());
        ElementCodec.writeLongs(out, v.words(), 0, v.words().length);
      }
      case Bytes v -> {
        writeHead(out, Descriptor.BYTES, v.bytes().length);
        out.writeBytes(v.bytes());
      }
      case PrfKey v -> out.writeByte(Descriptor.PRF_KEY.code).writeBytes(v.key());
      case StateChecksum v -> writePair(out, Descriptor.STATE_CHECKSUM, v.irises(), v.graph());
      case PrfCheck v -> writePair(out, Descriptor.PRF_CHECK, v.low(), v.high());
      case Batch v -> {
        form.writeBatchHead(out, v.values().size());
        for (NetworkValue inner : v.values()) {
          write(inner, out);
        }
      }
      case Opaque v -> {
        byte[] object = object(v);
        out.writeByte(Descriptor.OPAQUE.code);
        form.writeLength(out, object.length);
        out.writeBytes(object);
      }
      case Abort v -> writeAbort(out, v);
    }
  }

  private void writeHead(ByteBuf out, Descriptor descriptor, int count) {
    out.writeByte(form.head(descriptor, count));
    form.writeCount(out, count);
  }

  private static void writePair(ByteBuf out, Descriptor descriptor, long low, long high) {
    out.writeByte(descriptor.code).writeLongLE(low).writeLongLE(high);
  }

  private static void writeAbort(ByteBuf out, Abort abort) {
    byte[] phase = abort.phase().getBytes(StandardCharsets.UTF_8);
    byte[] text = abort.text().getBytes(StandardCharsets.UTF_8);
    out.writeByte(Descriptor.ABORT.code).writeShortLE(abort.code());
    out.writeByte(phase.length).writeBytes(phase);
    out.writeShortLE(text.length).writeBytes(text);
  }

  private byte[] object(Opaque opaque) {
    if (registry == null) {
      throw new CodecException(
          Descriptor.OPAQUE.code, CodecException.NONE, "a codec with a registry", "none");
    }
    return registry.encode(opaque.value());
  }
}
