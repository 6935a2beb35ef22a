package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ArraySourceTest {
  private static final List<ValueCodec> CODECS = List.of(new TaggedCodec(), new CompactCodec());

  private static ByteBuf encoded(ValueCodec codec, NetworkValue value) {
    ByteBuf out = Unpooled.buffer();
    codec.encode(value, out);
    return out;
  }

  @Test
  void aReusedArrayHoldsTheNextValueOfItsLengthAndAnotherLengthGetsAnother() {
    for (ValueCodec codec : CODECS) {
      ArraySource arrays = ArraySource.reused();
      int[] first = ints(codec, arrays, 1, 2, 3);
      int[] second = ints(codec, arrays, 4, 5, 6);
      assertThat(second).isSameAs(first).containsExactly(4, 5, 6);
      assertThat(ints(codec, arrays, 7)).isNotSameAs(first).containsExactly(7);
    }
  }

  private static int[] ints(ValueCodec codec, ArraySource arrays, int... elements) {
    NetworkValue value =
        codec.decode(encoded(codec, new Ring32Vec(elements)), DecodeLimits.defaults(), arrays);
    return ((Ring32Vec) value).elements();
  }

  @Test
  void everyKindOfVectorComesBackFromDirtyReusedArrays() {
    List<NetworkValue> dirty =
        List.of(
            new Ring16Vec(new short[] {-1, -1}),
            new Ring64Vec(new long[] {-1, -1}),
            new Bytes(new byte[] {-1, -1, -1}));
    List<NetworkValue> values =
        List.of(
            new Ring16Vec(new short[] {1, 2}),
            new Ring64Vec(new long[] {3, 4}),
            new BitVec(65, new long[] {5, 1}),
            PackedVec.of(33, 1, 2, 3),
            new BlockVec(new long[] {6, 7}),
            new Bytes(new byte[] {8, 9, 10}));
    for (ValueCodec codec : CODECS) {
      ArraySource arrays = ArraySource.reused();
      for (NetworkValue value : values) {
        for (NetworkValue before : dirty) {
          codec.decode(encoded(codec, before), DecodeLimits.defaults(), arrays);
        }
        assertThat(codec.decode(encoded(codec, value), DecodeLimits.defaults(), arrays))
            .isEqualTo(value);
      }
    }
  }

  @Test
  void vectorsInABatchNeverShareAnArray() {
    Batch batch = Batch.of(new Ring32Vec(new int[] {1}), new Ring32Vec(new int[] {2}));
    CompactCodec codec = new CompactCodec();
    assertThat(codec.decode(encoded(codec, batch), DecodeLimits.defaults(), ArraySource.reused()))
        .isEqualTo(batch);
  }
}
