package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The wire does not change: values and their bytes are checked in. */
class GoldenVectorsTest {
  private static final Map<String, NetworkValue> VALUES = GoldenValues.byDescription();

  record Line(String profile, String description, String hex) {}

  static List<Line> lines() throws IOException {
    try (InputStream in = GoldenVectorsTest.class.getResourceAsStream("/golden/values.txt")) {
      List<Line> lines = new ArrayList<>();
      for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
        if (!line.startsWith("#")) {
          String[] parts = line.split(" \\| ", -1);
          lines.add(new Line(parts[0], parts[1], parts[2]));
        }
      }
      return lines;
    }
  }

  @ParameterizedTest
  @MethodSource("lines")
  void valueAndBytesGiveEachOther(Line line) {
    ValueCodec codec =
        GoldenValues.CODECS.stream()
            .filter(c -> c.profile().equals(line.profile()))
            .findFirst()
            .orElseThrow();
    NetworkValue value = Objects.requireNonNull(VALUES.get(line.description()), line.description());
    byte[] bytes = HexFormat.of().parseHex(line.hex());
    assertThat(HexFormat.of().formatHex(Wire.encode(codec, value))).isEqualTo(line.hex());
    assertThat(codec.encodedLength(value)).isEqualTo(bytes.length);
    NetworkValue decoded = Wire.decodeLike(codec, value, bytes);
    if (value instanceof Opaque opaque && opaque.value() instanceof int[] ints) {
      assertThat(((Opaque) decoded).value()).isEqualTo(ints);
    } else {
      assertThat(decoded).isEqualTo(value);
    }
  }

  @Test
  void everyValueAndEveryVariantHasALineInBothProfiles() throws IOException {
    Set<String> kinds = new TreeSet<>();
    for (Class<?> variant : NetworkValue.class.getPermittedSubclasses()) {
      kinds.add(variant.getSimpleName());
    }
    for (ValueCodec codec : GoldenValues.CODECS) {
      List<String> described =
          lines().stream()
              .filter(l -> l.profile().equals(codec.profile()))
              .map(Line::description)
              .toList();
      assertThat(described).containsExactlyInAnyOrderElementsOf(VALUES.keySet());
    }
    assertThat(VALUES.values().stream().map(NetworkValue::kind).distinct())
        .containsExactlyInAnyOrderElementsOf(kinds);
  }

  @Test
  void aBareBatchIsNoValueOfTheTaggedProfile() {
    byte[] batch = Wire.encode(GoldenValues.CODECS.get(0), Batch.of(new Bit(true)));
    assertThat(batch).isEqualTo(new byte[] {1, 0, 0, 0, 0x12});
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(
            () ->
                GoldenValues.CODECS
                    .get(0)
                    .decode(Unpooled.wrappedBuffer(batch), DecodeLimits.defaults()));
  }
}
