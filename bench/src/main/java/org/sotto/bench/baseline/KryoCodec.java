package org.sotto.bench.baseline;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import org.sotto.codec.Batch;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.Block;
import org.sotto.codec.BlockVec;
import org.sotto.codec.Bytes;
import org.sotto.codec.CodecException;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
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
 * The same values as Kryo writes registered records, in its best ordinary set-up: registered
 * classes, no references, a reused buffer. For comparison among trusted parties only: nothing here
 * bounds what a hostile peer may declare. Each thread has a Kryo of its own.
 */
public final class KryoCodec implements ValueCodec {
  private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);

  private static final class State {
    private final Kryo kryo = new Kryo();
    private final Output output = new Output(256, -1);
    private final Input input = new Input();

    State() {
      kryo.setRegistrationRequired(true);
      kryo.setReferences(false);
      Class<?>[] types = {
        byte[].class, short[].class, int[].class, long[].class, ArrayList.class, PrfKey.class,
        Bit.class, Ring16.class, Ring32.class, Ring64.class, Ring16Vec.class, Ring32Vec.class,
        Ring64Vec.class, BitVec.class, PackedVec.class, Block.class, BlockVec.class, Bytes.class,
        StateChecksum.class, PrfCheck.class,
      };
      for (Class<?> type : types) {
        kryo.register(type);
      }
    }
  }

  @Override
  public String profile() {
    return "kryo";
  }

  @Override
  public int encodedLength(NetworkValue value) {
    return write(value).position();
  }

  @Override
  public void encode(NetworkValue value, ByteBuf out) {
    Output output = write(value);
    out.writeBytes(output.getBuffer(), 0, output.position());
  }

  private Output write(NetworkValue value) {
    State state = states.get();
    state.output.reset();
    Object object = value instanceof Batch batch ? new ArrayList<>(batch.values()) : value;
    state.kryo.writeClassAndObject(state.output, object);
    return state.output;
  }

  @Override
  public NetworkValue decode(ByteBuf in, DecodeLimits limits) {
    Object value = read(in);
    if (value instanceof NetworkValue known) {
      return known;
    }
    throw new CodecException(-1, 0, "a value", "another object");
  }

  @Override
  public Batch decodeBatch(ByteBuf in, DecodeLimits limits) {
    if (read(in) instanceof ArrayList<?> list) {
      return new Batch(list.stream().map(NetworkValue.class::cast).toList());
    }
    throw new CodecException(-1, 0, "a list", "another object");
  }

  private Object read(ByteBuf in) {
    byte[] bytes = new byte[in.readableBytes()];
    in.readBytes(bytes);
    State state = states.get();
    state.input.setBuffer(bytes);
    try {
      return state.kryo.readClassAndObject(state.input);
    } catch (KryoException | IndexOutOfBoundsException e) {
      throw new CodecException(-1, 0, "an object of Kryo", e.getClass().getSimpleName());
    }
  }
}
