package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One run of bytes a value: every other one is refused, with a text that says what and where. */
class CanonicalFormTest {
  private static final ValueCodec TAGGED = GoldenValues.CODECS.get(0);
  private static final ValueCodec COMPACT = GoldenValues.CODECS.get(1);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          07 8100                        | the shortest LEB128 form       | a varint of 1 in two bytes
          07 10 0000                     | 64 bytes                       | a whole count, no elements
          0c 80808000                    | the shortest LEB128 form       | zero in four bytes
          0c 8080808000                  | the shortest LEB128 form       | zero in five bytes
          0c 808080808000                | LEB128 number of at most 5     | six bytes
          0c 8080808008                  | count of at most 2^31-1        | 2^31
          0c ffffffff7f                  | count of at most 2^31-1        | 2^35-1
          0c ff                          | a whole LEB128 number          | cut off
          0c                             | a whole LEB128 number          | nothing
          0c 01 aa                       | in the descriptor              | nibble rule, 1
          0c 0f 000000000000000000000000000000 | in the descriptor        | nibble rule, 15
          0a 01 02                       | in the descriptor              | nibble rule in a batch
          10 8000                        | the shortest LEB128 form       | length of an object
          3f f8                          | zero in the unused bits        | 3 bits, dirty
          4d 01 10                       | zero in the unused bits        | 4 elements of 1 bit, dirty
          1d 00 01                       | width of 1 to 64               | width 0
          1d 41 01                       | width of 1 to 64               | width 65
          1a 1a 02                       | no batch in a batch            | nested batch
          1a 0a 00                       | no batch in a batch            | nested empty batch
          2a 04 00000000                 | a descriptor                   | a batch cut off
          02 02                          | the end                        | a bit and more
          17 01000000 00                 | the end                        | a vector and more
          1a 02 02                       | the end                        | a batch and more
          00 0100 01 ff 0000             | UTF-8                          | a byte that is never UTF-8
          00 0100 02 c080 0000           | UTF-8                          | zero in two bytes
          00 0100 03 eda080 0000         | UTF-8                          | half a surrogate pair
          00 0100 00 0110                | a text of at most 4096         | text too long
          0d 40 ffffffff07               | at most 2^31-1 bits            | 2^37 bits
          """)
  void compactRefuses(String hex, String expected, String what) {
    assertThatExceptionOfType(CodecException.class)
        .as(what)
        .isThrownBy(() -> Wire.decode(COMPACT, Wire.hex(hex)))
        .satisfies(e -> assertThat(e.expected()).contains(expected))
        .satisfies(e -> assertThat(e).hasMessageContaining(e.expected()))
        .satisfies(e -> assertThat(e).hasMessageContaining(e.got()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0a 00000000            | a known descriptor      | a batch has no descriptor
          17 01000000            | a known descriptor      | a count in the descriptor
          07 000000              | 4 bytes                 | count cut off
          07 01000000 000000     | 4 bytes                 | element cut off
          07 00000080            | count of at most 2^31-1 | 2^31
          0f 03000000 08         | zero in the unused bits | 3 bits, dirty
          0d 03 05000000 0080    | zero in the unused bits | 15 bits, dirty
          12 00                  | the end                 | a bit and more
          11 00                  | 16 bytes                | a block cut off
          01 00                  | 16 bytes                | a key cut off
          03 00                  | 2 bytes                 | an element cut off
          04 00                  | 4 bytes                 | an element cut off
          05 00                  | 8 bytes                 | an element cut off
          00 00                  | 3 bytes                 | an abort cut off
          """)
  void taggedRefuses(String hex, String expected, String what) {
    assertThatExceptionOfType(CodecException.class)
        .as(what)
        .isThrownBy(() -> Wire.decode(TAGGED, Wire.hex(hex)))
        .satisfies(e -> assertThat(e.expected()).contains(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "00", "000000", "01000000", "00000000 00", "ffffffff", "0200000002"})
  void taggedBatchRefuses(String hex) {
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> Wire.decodeBatch(TAGGED, Wire.hex(hex)));
  }

  @Test
  void emptyInputIsNoValue() {
    for (ValueCodec codec : GoldenValues.CODECS) {
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> Wire.decode(codec, new byte[0]))
          .satisfies(e -> assertThat(e.descriptor()).isEqualTo(-1))
          .withMessage("no descriptor, byte 0: expected a descriptor, got 0 bytes");
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> Wire.decodeBatch(codec, new byte[0]));
    }
  }

  @Test
  void compactDecodesABatchOnlyAsABatch() {
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> Wire.decodeBatch(COMPACT, new byte[] {0x02}))
        .satisfies(e -> assertThat(e.expected()).isEqualTo("Batch"))
        .satisfies(e -> assertThat(e.got()).isEqualTo("Bit"));
  }

  /** Counts in the high bits give the compact profile 15 more first bytes for 8 kinds. */
  @Test
  void all256FirstBytesAreEitherKnownOrRefusedAsUnknown() {
    Set<Integer> tagged = new TreeSet<>();
    Set<Integer> compact = new TreeSet<>();
    for (int head = 0; head < 256; head++) {
      if (isKnown(TAGGED, head)) {
        tagged.add(head);
      }
      if (isKnown(COMPACT, head)) {
        compact.add(head);
      }
    }
    Set<Integer> fixed =
        new TreeSet<>(Set.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0xB, 0xC, 0xD, 0xE, 0xF, 0x10, 0x11));
    fixed.add(0x12);
    assertThat(tagged).isEqualTo(fixed);
    fixed.add(0xA);
    for (int kind : new int[] {6, 7, 8, 0xA, 0xC, 0xD, 0xE, 0xF}) {
      for (int count = 1; count <= 15; count++) {
        fixed.add(kind | (count << 4));
      }
    }
    assertThat(compact).isEqualTo(fixed);
  }

  private static boolean isKnown(ValueCodec codec, int head) {
    try {
      Wire.decode(codec, new byte[] {(byte) head});
      return true;
    } catch (CodecException e) {
      assertThat(e.descriptor()).isEqualTo(head);
      return !e.expected().equals("a known descriptor");
    }
  }

  @Test
  void theTextOfAFailureNamesPlaceAndKindButNoPayload() {
    byte[] bytes = Wire.hex("0f 03000000 5a");
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> Wire.decode(TAGGED, bytes))
        .withMessage("descriptor 0x0f, byte 5: expected zero in the unused bits, got other bits")
        .satisfies(e -> assertThat(e.offset()).isEqualTo(5))
        .satisfies(
            e -> assertThat(e.getMessage()).doesNotContain(HexFormat.of().formatHex(bytes, 5, 6)));
  }

  @Test
  void objectsNeedARegistryBothWays() {
    for (ValueCodec codec : new ValueCodec[] {new TaggedCodec(), new CompactCodec()}) {
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> Wire.encode(codec, new Opaque("text")))
          .satisfies(e -> assertThat(e.descriptor()).isEqualTo(0x10));
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> codec.encodedLength(new Opaque("text")));
      ValueCodec with = codec instanceof TaggedCodec ? TAGGED : COMPACT;
      byte[] bytes = Wire.encode(with, new Opaque("text"));
      assertThat(Wire.decode(with, bytes)).isEqualTo(new Opaque("text"));
      assertThatExceptionOfType(CodecException.class)
          .isThrownBy(() -> Wire.decode(codec, bytes))
          .satisfies(e -> assertThat(e.descriptor()).isEqualTo(0x10));
    }
  }
}
