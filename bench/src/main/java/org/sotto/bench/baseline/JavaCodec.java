package org.sotto.bench.baseline;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import org.sotto.codec.Batch;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.CodecException;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.PrfKey;
import org.sotto.codec.Ring16;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;
import org.sotto.codec.ValueCodec;

/**
 * The content of the values through Java serialization: what a message of plain arrays and boxed
 * numbers costs there. For benchmarks in one process; never reads what another party sent.
 */
public final class JavaCodec implements ValueCodec {
  private static final ObjectInputFilter ONLY_PLAIN_DATA =
      ObjectInputFilter.Config.createFilter(
          "org.sotto.bench.baseline.JavaCodec$Bits;java.lang.Number;java.lang.Short;"
              + "java.lang.Integer;java.lang.Long;java.lang.Boolean;!*");

  /** A bit vector's content. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Bits(int size, long[] words) implements Serializable {}

  @Override
  public String profile() {
    return "java";
  }

  @Override
  public int encodedLength(NetworkValue value) {
    ByteBuf counted = Unpooled.buffer();
    encode(value, counted);
    return counted.readableBytes();
  }

  @Override
  public void encode(NetworkValue value, ByteBuf out) {
    Object content =
        switch (value) {
          case PrfKey key -> key.key();
          case Bit bit -> bit.value();
          case Ring16 ring -> ring.value();
          case Ring32 ring -> ring.value();
          case Ring64 ring -> ring.value();
          case Ring16Vec vec -> vec.elements();
          case Ring32Vec vec -> vec.elements();
          case Ring64Vec vec -> vec.elements();
          case BitVec bits -> new Bits(bits.size(), bits.words());
          default -> throw new CodecException(-1, -1, "a benchmarked value", value.kind());
        };
    try (ObjectOutputStream stream = new ObjectOutputStream(new ByteBufOutputStream(out))) {
      stream.writeObject(content);
    } catch (IOException e) {
      throw new CodecException(-1, -1, "a serializable object", e.getClass().getSimpleName());
    }
  }

  @Override
  public NetworkValue decode(ByteBuf in, DecodeLimits limits) {
    try (ObjectInputStream stream = new ObjectInputStream(new ByteBufInputStream(in))) {
      stream.setObjectInputFilter(ONLY_PLAIN_DATA);
      return switch (stream.readObject()) {
        case byte[] key -> new PrfKey(key);
        case Boolean bit -> new Bit(bit);
        case Short ring -> new Ring16(ring);
        case Integer ring -> new Ring32(ring);
        case Long ring -> new Ring64(ring);
        case short[] vec -> new Ring16Vec(vec);
        case int[] vec -> new Ring32Vec(vec);
        case long[] vec -> new Ring64Vec(vec);
        case Bits bits -> new BitVec(bits.size(), bits.words());
        default -> throw new CodecException(-1, 0, "a benchmarked value", "another object");
      };
    } catch (IOException | ClassNotFoundException e) {
      throw new CodecException(-1, 0, "an object stream", e.getClass().getSimpleName());
    }
  }

  @Override
  public Batch decodeBatch(ByteBuf in, DecodeLimits limits) {
    throw new CodecException(-1, 0, "a benchmarked value", "a batch");
  }
}
