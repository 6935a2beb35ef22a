package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Elements are the same bytes whatever a buffer is made of. */
class BufferKindsTest {
  private final RandomValues random = new RandomValues(RandomValues.seed(BufferKindsTest.class));

  enum Kind {
    HEAP,
    DIRECT,
    POOLED_HEAP,
    POOLED_DIRECT,
    COMPOSITE
  }

  private static ByteBuf empty(Kind kind) {
    return switch (kind) {
      case HEAP -> Unpooled.buffer(1);
      case DIRECT -> UnpooledByteBufAllocator.DEFAULT.directBuffer(1);
      case POOLED_HEAP -> PooledByteBufAllocator.DEFAULT.heapBuffer(1);
      case POOLED_DIRECT -> PooledByteBufAllocator.DEFAULT.directBuffer(1);
      case COMPOSITE -> pieces();
    };
  }

  /** Heap and direct pieces whose ends fall inside elements. */
  private static CompositeByteBuf pieces() {
    CompositeByteBuf composite = Unpooled.compositeBuffer(1000);
    int[] sizes = {1, 3, 7, 64, 129, 4095, 4097, 31, 20000};
    for (int i = 0; i < sizes.length; i++) {
      composite.addComponent(
          i % 2 == 0
              ? Unpooled.buffer(sizes[i], sizes[i]).writeZero(sizes[i])
              : Unpooled.directBuffer(sizes[i], sizes[i]).writeZero(sizes[i]));
    }
    return composite;
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void everyVectorAtAnyOffset(Kind kind) {
    for (int length : new int[] {0, 1, 15, 16, 17, 63, 64, 65, 1000, 5000}) {
      for (NetworkValue value : random.vectors(length)) {
        for (ValueCodec codec : GoldenValues.CODECS) {
          byte[] wanted = Wire.encode(codec, value);
          int offset = random.random().nextInt(20);
          ByteBuf buffer = empty(kind);
          try {
            buffer.writeZero(offset).readerIndex(offset);
            codec.encode(value, buffer);
            byte[] written = new byte[buffer.readableBytes()];
            buffer.getBytes(buffer.readerIndex(), written);
            assertThat(written).isEqualTo(wanted);
            checkViews(codec, value, buffer);
          } finally {
            buffer.release();
          }
        }
      }
    }
  }

  private static void checkViews(ValueCodec codec, NetworkValue value, ByteBuf buffer) {
    List<ByteBuf> views =
        List.of(
            buffer.slice(),
            buffer.duplicate(),
            buffer.asReadOnly(),
            buffer.slice().asReadOnly().slice(),
            Unpooled.wrappedBuffer(buffer.slice(), Unpooled.EMPTY_BUFFER));
    for (ByteBuf view : views) {
      assertThat(codec.decode(view, DecodeLimits.defaults()).equals(value)).isTrue();
    }
    assertThat(codec.decode(buffer, DecodeLimits.defaults()).equals(value)).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void partsOfArraysWithoutADescriptor(Kind kind) {
    for (int count : new int[] {0, 3, 15, 16, 100, 3000}) {
      long[] longs = random.longs(count + 9);
      int[] ints = random.random().ints(count + 9).toArray();
      ByteBuf buffer = empty(kind);
      try {
        ElementCodec.writeLongs(buffer, longs, 4, count);
        ElementCodec.writeInts(buffer, ints, 5, count);
        assertThat(buffer.readableBytes()).isEqualTo(12 * count);
        long[] longsBack = new long[count + 9];
        int[] intsBack = new int[count + 9];
        ElementCodec.readLongs(buffer, longsBack, 2, count);
        ElementCodec.readInts(buffer, intsBack, 9, count);
        for (int i = 0; i < count; i++) {
          assertThat(longsBack[2 + i]).isEqualTo(longs[4 + i]);
          assertThat(intsBack[9 + i]).isEqualTo(ints[5 + i]);
        }
        assertThat(intsBack[8]).isZero();
        assertThatExceptionOfType(CodecException.class)
            .isThrownBy(() -> ElementCodec.readShorts(buffer, new short[40], 0, 40))
            .satisfies(e -> assertThat(e.expected()).isEqualTo("80 bytes"))
            .satisfies(e -> assertThat(e.got()).isEqualTo("0 bytes"));
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
            .isThrownBy(() -> ElementCodec.writeInts(buffer, ints, 10, count));
      } finally {
        buffer.release();
      }
    }
  }

  @Test
  void memoryHoldsTheSameBytesAsABuffer() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate(10_000);
      short[] shorts = {1, -2, 0x1234};
      int[] ints = random.random().ints(100).toArray();
      long[] longs = random.longs(100);
      ByteBuf buffer = Unpooled.buffer();
      ElementCodec.writeShorts(buffer, shorts, 0, 3);
      ElementCodec.writeInts(buffer, ints, 0, 100);
      ElementCodec.writeLongs(buffer, longs, 0, 100);
      ElementCodec.writeShorts(shorts, 0, memory, 1, 3);
      ElementCodec.writeInts(ints, 0, memory, 7, 100);
      ElementCodec.writeLongs(longs, 0, memory, 407, 100);
      byte[] wanted = new byte[buffer.readableBytes()];
      buffer.readBytes(wanted);
      assertThat(memory.asSlice(1, wanted.length).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(wanted);
      short[] shortsBack = new short[3];
      int[] intsBack = new int[100];
      long[] longsBack = new long[100];
      ElementCodec.readShorts(memory, 1, shortsBack, 0, 3);
      ElementCodec.readInts(memory, 7, intsBack, 0, 100);
      ElementCodec.readLongs(memory, 407, longsBack, 0, 100);
      assertThat(shortsBack).isEqualTo(shorts);
      assertThat(intsBack).isEqualTo(ints);
      assertThat(longsBack).isEqualTo(longs);
    }
  }

  @Test
  void bitsTakeExactlyTheirBytes() {
    for (int bits = 0; bits <= 200; bits++) {
      BitVec vector = random.bits(bits);
      ByteBuf buffer = Unpooled.buffer();
      ElementCodec.writeBits(buffer, vector.words(), bits);
      assertThat(buffer.readableBytes()).isEqualTo((bits + 7) / 8);
      long[] back = new long[BitVec.words(bits)];
      ElementCodec.readBits(buffer, back, bits);
      assertThat(new BitVec(bits, back)).isEqualTo(vector);
      if (bits % 8 != 0) {
        ByteBuf dirty = Unpooled.buffer().writeZero((bits + 7) / 8);
        dirty.setByte(bits / 8, 0x80);
        int n = bits;
        assertThatExceptionOfType(CodecException.class)
            .isThrownBy(() -> ElementCodec.readBits(dirty, back, n));
      }
    }
  }
}
