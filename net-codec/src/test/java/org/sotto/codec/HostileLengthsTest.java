package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A declared length is only a claim: no memory is taken for elements that are not there. */
class HostileLengthsTest {
  private static final long MIB = 1 << 20;
  private static final ValueCodec TAGGED = GoldenValues.CODECS.get(0);
  private static final ValueCodec COMPACT = GoldenValues.CODECS.get(1);

  @ParameterizedTest
  @ValueSource(ints = {0x06, 0x07, 0x08, 0x0A, 0x0C, 0x0D, 0x0E, 0x0F, 0x10})
  void largestLengthWithAFewBytesBehindIt(int descriptor) {
    for (int length : new int[] {Integer.MAX_VALUE, Integer.MAX_VALUE - 8, 1 << 28, 1 << 24, -1}) {
      for (int body = 0; body <= 16; body++) {
        for (boolean inBatch : new boolean[] {false, true}) {
          byte[] tagged = claim(false, inBatch, descriptor, length, body);
          refusedCheaply(() -> Wire.decodeBatch(TAGGED, tagged));
          if (!inBatch) { // a bare batch of one may look like a key
            refusedCheaply(() -> Wire.decode(TAGGED, tagged));
          }
          byte[] compact = claim(true, inBatch, descriptor, length, body);
          refusedCheaply(() -> Wire.decode(COMPACT, compact));
          refusedCheaply(() -> Wire.decodeBatch(COMPACT, compact));
        }
      }
    }
  }

  private static byte[] claim(
      boolean compact, boolean inBatch, int descriptor, int length, int body) {
    ByteBuf bytes = Unpooled.buffer();
    if (inBatch && compact) {
      bytes.writeByte(0x1A);
    } else if (inBatch) {
      bytes.writeIntLE(1);
    }
    bytes.writeByte(descriptor);
    if (descriptor == 0x0D) {
      bytes.writeByte(1);
    }
    if (compact) {
      long rest = Integer.toUnsignedLong(length);
      for (; rest > 0x7F; rest >>>= 7) {
        bytes.writeByte((int) (rest & 0x7F) | 0x80);
      }
      bytes.writeByte((int) rest);
    } else {
      bytes.writeIntLE(length);
    }
    bytes.writeZero(body);
    byte[] claim = new byte[bytes.readableBytes()];
    bytes.readBytes(claim);
    return claim;
  }

  private static void refusedCheaply(Runnable decoding) {
    long taken =
        Wire.taken(() -> assertThatExceptionOfType(CodecException.class).isThrownBy(decoding::run));
    assertThat(taken).isLessThan(MIB);
  }

  @Test
  void limitsHoldBeforeMemoryIsTaken() {
    NetworkValue big = new Ring32Vec(new int[1 << 20]);
    for (ValueCodec codec : GoldenValues.CODECS) {
      byte[] bytes = Wire.encode(codec, big);
      for (DecodeLimits limits :
          new DecodeLimits[] {
            new DecodeLimits(bytes.length, (1 << 20) - 1),
            new DecodeLimits(bytes.length - 1, 1 << 20),
            new DecodeLimits(0, 0)
          }) {
        long taken =
            Wire.taken(
                () ->
                    assertThatExceptionOfType(CodecException.class)
                        .isThrownBy(() -> codec.decode(Unpooled.wrappedBuffer(bytes), limits))
                        .satisfies(e -> assertThat(e.expected()).contains("limit")));
        assertThat(taken).isLessThan(MIB);
      }
      assertThat(
              codec.decode(Unpooled.wrappedBuffer(bytes), new DecodeLimits(bytes.length, 1 << 20)))
          .isEqualTo(big);
    }
  }

  @Test
  void aBatchCountsTheElementsOfAllItsValues() {
    Batch batch =
        Batch.of(
            new Ring32Vec(new int[5]),
            new Bit(true),
            new BitVec(7, new long[1]),
            new Bytes(new byte[0]),
            new PackedVec(9, 3, new long[1]),
            new Ring64(1));
    int elements = 5 + 1 + 7 + 3 + 1;
    for (ValueCodec codec : GoldenValues.CODECS) {
      byte[] bytes = Wire.encode(codec, batch);
      assertThat(codec.decodeBatch(Unpooled.wrappedBuffer(bytes), new DecodeLimits(1000, elements)))
          .isEqualTo(batch);
      for (int fewer = 0; fewer < elements; fewer++) {
        DecodeLimits limits = new DecodeLimits(1000, fewer);
        assertThatExceptionOfType(CodecException.class)
            .isThrownBy(() -> codec.decodeBatch(Unpooled.wrappedBuffer(bytes), limits))
            .satisfies(e -> assertThat(e.expected()).contains("limit"));
      }
    }
  }

  @Test
  void anEncodingOfTwoGibibytesIsRefusedBeforeItIsMade() {
    Ring64Vec half = new Ring64Vec(new long[1 << 20]);
    NetworkValue[] many = new NetworkValue[256];
    Arrays.fill(many, half);
    for (ValueCodec codec : GoldenValues.CODECS) {
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> codec.encodedLength(Batch.of(many)))
          .satisfies(e -> assertThat(e.expected()).contains("2^31-1"));
    }
  }
}
