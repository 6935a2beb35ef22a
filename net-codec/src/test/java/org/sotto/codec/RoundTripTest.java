package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is encoded is decoded, at the lengths where words, bytes and count forms end. */
class RoundTripTest {
  private final RandomValues random = new RandomValues(RandomValues.seed(RoundTripTest.class));

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 1000, 16384})
  void vectors(int length) {
    random.vectors(length).forEach(RoundTripTest::check);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 1000, 16384})
  void packedVectorsOfEveryWidth(int length) {
    for (int width = 1; width <= 64; width++) {
      PackedVec packed = random.packed(width, length);
      check(packed);
      long[] elements = packed.toLongs();
      assertThat(PackedVec.of(width, elements)).isEqualTo(packed);
      for (int i = 0; i < Math.min(length, 100); i++) {
        assertThat(packed.get(i)).isEqualTo(elements[i]);
      }
    }
  }

  @Test
  void singlesBatchesAndObjects() {
    for (int i = 0; i < 500; i++) {
      random.singles().forEach(RoundTripTest::check);
      check(random.batch());
      check(new Opaque(new GoldenValues.Point(i, random.text(i % 50))));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 127, 128, 20_000})
  void batchesOfManyValues(int count) {
    NetworkValue[] values = new NetworkValue[count];
    for (int i = 0; i < count; i++) {
      values[i] = i % 3 == 0 ? new Bit(true) : new Ring32(i);
    }
    check(new Batch(List.of(values)));
  }

  @Test
  void aMillionElements() {
    check(new Ring32Vec(random.random().ints(1_000_000).toArray()));
  }

  private static void check(NetworkValue value) {
    for (ValueCodec codec : GoldenValues.CODECS) {
      byte[] bytes = Wire.encode(codec, value);
      assertThat(codec.encodedLength(value)).isEqualTo(bytes.length);
      ByteBuf in = Unpooled.wrappedBuffer(bytes);
      NetworkValue decoded =
          value instanceof Batch
              ? codec.decodeBatch(in, DecodeLimits.defaults())
              : codec.decode(in, DecodeLimits.defaults());
      assertThat(decoded.equals(value)).as("%s in %s", value, codec.profile()).isTrue();
      assertThat(decoded).hasSameHashCodeAs(value);
      assertThat(in.isReadable()).isFalse();
    }
  }
}
