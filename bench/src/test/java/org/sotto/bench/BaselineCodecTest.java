package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.bench.baseline.BincodeCodec;
import org.sotto.bench.baseline.KryoCodec;
import org.sotto.bench.codec.Layout;
import org.sotto.bench.codec.Sample;
import org.sotto.codec.Batch;
import org.sotto.codec.CodecException;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;
import org.sotto.codec.ValueCodec;

/** What is compared with must be right too. */
final class BaselineCodecTest {
  private static ByteBuf encoded(ValueCodec codec, NetworkValue value) {
    ByteBuf out = Unpooled.buffer();
    codec.encode(value, out);
    assertThat(out.readableBytes()).isEqualTo(codec.encodedLength(value));
    return out;
  }

  @ParameterizedTest
  @EnumSource(Layout.class)
  void everySampleComesBack(Layout layout) {
    ValueCodec codec = layout.codec();
    for (Sample sample : Sample.values()) {
      NetworkValue value = sample.value();
      assertThat(codec.decode(encoded(codec, value), DecodeLimits.defaults())).isEqualTo(value);
    }
  }

  @Test
  void everySampleComesBackFromBincodeASingleWordAsAVector() {
    ValueCodec codec = new BincodeCodec();
    for (Sample sample : Sample.values()) {
      NetworkValue value = sample.value();
      NetworkValue expected =
          value instanceof Ring64 word ? new Ring64Vec(new long[] {word.value()}) : value;
      assertThat(codec.decode(encoded(codec, value), DecodeLimits.defaults())).isEqualTo(expected);
    }
  }

  @Test
  void listsComeBack() {
    Batch batch = new Batch(List.of(new Ring16Vec(new short[4]), new Ring16Vec(new short[] {7})));
    for (ValueCodec codec : List.of(new BincodeCodec(), new KryoCodec())) {
      assertThat(codec.decodeBatch(encoded(codec, batch), DecodeLimits.defaults()))
          .isEqualTo(batch);
    }
  }

  @Test
  void truncatedBincodeIsRefused() {
    ByteBuf whole = encoded(new BincodeCodec(), Sample.RING32_VEC_1000.value());
    for (int length = 0; length < whole.readableBytes(); length += 97) {
      ByteBuf part = whole.slice(0, length);
      assertThatThrownBy(() -> new BincodeCodec().decode(part, DecodeLimits.defaults()))
          .isInstanceOf(CodecException.class);
    }
  }
}
