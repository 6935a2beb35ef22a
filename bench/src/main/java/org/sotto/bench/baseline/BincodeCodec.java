package org.sotto.bench.baseline;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.sotto.codec.Abort;
import org.sotto.codec.Batch;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.Block;
import org.sotto.codec.BlockVec;
import org.sotto.codec.Bytes;
import org.sotto.codec.CodecException;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.ElementCodec;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.Opaque;
import org.sotto.codec.PackedVec;
import org.sotto.codec.PrfCheck;
import org.sotto.codec.PrfKey;
import org.sotto.codec.Ring16;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;
import org.sotto.codec.StateChecksum;
import org.sotto.codec.ValueCodec;

/**
 * The layout of the values before the pull request, as bincode wrote them: a u32 variant number,
 * u64 lengths, little-endian elements. A single 64-bit word travelled as a vector of one, so {@link
 * Ring64} is written as one here and comes back as {@link Ring64Vec}. A list has no variant number.
 *
 * <pre>
 * singleton: u32 variant | value
 * vector:    u32 variant | u64 element count | elements
 * list:      u64 value count | values
 * </pre>
 */
public final class BincodeCodec implements ValueCodec {
  private static final int PRF_KEY = 0;
  private static final int BIT = 1;
  private static final int RING16 = 2;
  private static final int RING32 = 3;
  private static final int RING16_VEC = 5;
  private static final int RING32_VEC = 6;
  private static final int RING64_VEC = 7;
  private static final int BYTES = 8;
  private static final int BIT_VEC = 9;
  private static final int BLOCK_VEC = 10;

  @Override
  public String profile() {
    return "bincode";
  }

  @Override
  public int encodedLength(NetworkValue value) {
    return switch (value) {
      case PrfKey key -> 4 + key.key().length;
      case Bit bit -> 5;
      case Ring16 ring -> 6;
      case Ring32 ring -> 8;
      case Ring64 ring -> 20;
      case Ring16Vec vec -> vector(2L * vec.elements().length);
      case Ring32Vec vec -> vector(4L * vec.elements().length);
      case Ring64Vec vec -> vector(8L * vec.elements().length);
      case Bytes bytes -> vector(bytes.bytes().length);
      case BitVec bits -> vector(ElementCodec.bytesForBits(bits.size()));
      case BlockVec blocks -> vector(8L * blocks.words().length);
      case Batch batch -> 8 + batch.values().stream().mapToInt(this::encodedLength).sum();
      case PackedVec v -> throw unknown(v);
      case Block v -> throw unknown(v);
      case StateChecksum v -> throw unknown(v);
      case PrfCheck v -> throw unknown(v);
      case Opaque v -> throw unknown(v);
      case Abort v -> throw unknown(v);
    };
  }

  private static int vector(long bytes) {
    return Math.toIntExact(12 + bytes);
  }

  private static CodecException unknown(NetworkValue value) {
    return new CodecException(-1, -1, "a value of the pull request's protocol", value.kind());
  }

  @Override
  public void encode(NetworkValue value, ByteBuf out) {
    switch (value) {
      case PrfKey key -> out.writeIntLE(PRF_KEY).writeBytes(key.key());
      case Bit bit -> out.writeIntLE(BIT).writeByte(bit.value() ? 1 : 0);
      case Ring16 ring -> out.writeIntLE(RING16).writeShortLE(ring.value());
      case Ring32 ring -> out.writeIntLE(RING32).writeIntLE(ring.value());
      case Ring64 ring -> out.writeIntLE(RING64_VEC).writeLongLE(1).writeLongLE(ring.value());
      case Ring16Vec vec -> {
        head(out, RING16_VEC, vec.elements().length);
        ElementCodec.writeShorts(out, vec.elements(), 0, vec.elements().length);
      }
      case Ring32Vec vec -> {
        head(out, RING32_VEC, vec.elements().length);
        ElementCodec.writeInts(out, vec.elements(), 0, vec.elements().length);
      }
      case Ring64Vec vec -> {
        head(out, RING64_VEC, vec.elements().length);
        ElementCodec.writeLongs(out, vec.elements(), 0, vec.elements().length);
      }
      case Bytes bytes -> {
        head(out, BYTES, bytes.bytes().length);
        out.writeBytes(bytes.bytes());
      }
      case BitVec bits -> {
        head(out, BIT_VEC, bits.size());
        ElementCodec.writeBits(out, bits.words(), bits.size());
      }
      case BlockVec blocks -> {
        head(out, BLOCK_VEC, blocks.size());
        ElementCodec.writeLongs(out, blocks.words(), 0, blocks.words().length);
      }
      case Batch batch -> {
        out.writeLongLE(batch.values().size());
        batch.values().forEach(inner -> encode(inner, out));
      }
      case PackedVec v -> throw unknown(v);
      case Block v -> throw unknown(v);
      case StateChecksum v -> throw unknown(v);
      case PrfCheck v -> throw unknown(v);
      case Opaque v -> throw unknown(v);
      case Abort v -> throw unknown(v);
    }
  }

  private static void head(ByteBuf out, int variant, int count) {
    out.writeIntLE(variant).writeLongLE(count);
  }

  @Override
  public NetworkValue decode(ByteBuf in, DecodeLimits limits) {
    NetworkValue value = decodeOne(in);
    end(in);
    return value;
  }

  @Override
  public Batch decodeBatch(ByteBuf in, DecodeLimits limits) {
    long count = need(in, 8).readLongLE();
    List<NetworkValue> values = new ArrayList<>();
    for (long i = 0; i < count; i++) {
      values.add(decodeOne(in));
    }
    end(in);
    return new Batch(values);
  }

  private static NetworkValue decodeOne(ByteBuf in) {
    int variant = need(in, 4).readIntLE();
    return switch (variant) {
      case PRF_KEY -> {
        byte[] key = new byte[16];
        need(in, 16).readBytes(key);
        yield new PrfKey(key);
      }
      case BIT -> new Bit(need(in, 1).readByte() != 0);
      case RING16 -> new Ring16(need(in, 2).readShortLE());
      case RING32 -> new Ring32(need(in, 4).readIntLE());
      case RING16_VEC -> {
        short[] elements = new short[count(in, 16)];
        ElementCodec.readShorts(in, elements, 0, elements.length);
        yield new Ring16Vec(elements);
      }
      case RING32_VEC -> {
        int[] elements = new int[count(in, 32)];
        ElementCodec.readInts(in, elements, 0, elements.length);
        yield new Ring32Vec(elements);
      }
      case RING64_VEC -> {
        long[] elements = new long[count(in, 64)];
        ElementCodec.readLongs(in, elements, 0, elements.length);
        yield new Ring64Vec(elements);
      }
      case BYTES -> {
        byte[] bytes = new byte[count(in, 8)];
        in.readBytes(bytes);
        yield new Bytes(bytes);
      }
      case BIT_VEC -> {
        int bits = count(in, 1);
        long[] words = new long[BitVec.words(bits)];
        ElementCodec.readBits(in, words, bits);
        yield new BitVec(bits, words);
      }
      case BLOCK_VEC -> {
        long[] words = new long[2 * count(in, 128)];
        ElementCodec.readLongs(in, words, 0, words.length);
        yield new BlockVec(words);
      }
      default -> throw new CodecException(-1, in.readerIndex(), "a variant", "" + variant);
    };
  }

  /** A count whose elements of so many bits are all present. */
  private static int count(ByteBuf in, int bits) {
    long count = need(in, 8).readLongLE();
    if (count < 0 || count > 8L * in.readableBytes() / bits) {
      throw new CodecException(
          -1, in.readerIndex(), "elements in " + in.readableBytes() + " bytes", "" + count);
    }
    return (int) count;
  }

  private static ByteBuf need(ByteBuf in, int bytes) {
    if (in.readableBytes() < bytes) {
      throw new CodecException(
          -1, in.readerIndex(), bytes + " bytes", in.readableBytes() + " bytes");
    }
    return in;
  }

  private static void end(ByteBuf in) {
    if (in.isReadable()) {
      throw new CodecException(-1, in.readerIndex(), "the end", in.readableBytes() + " bytes");
    }
  }
}
