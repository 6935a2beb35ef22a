package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of the application: explicit ids, nothing unregistered, nothing unbounded. */
class KryoRegistryTest {
  record Even(int value) {
    Even {
      if (value % 2 != 0) {
        throw new IllegalStateException("secret " + value);
      }
    }
  }

  record Loop(Object next) {}

  record Wide(
      boolean a, byte b, short c, char d, int e, long f, float g, double h, @Nullable Long boxed) {}

  record NeedsDuration(Duration duration) {}

  private static final KryoRegistry REGISTRY =
      KryoRegistry.builder()
          .register(1, Even.class)
          .register(2, Loop.class)
          .register(3, Wide.class)
          .register(4, int[][].class)
          .build();

  @Test
  void builtInObjectsComeBack() {
    List<Object> objects =
        List.of(
            "",
            "a",
            "ascii text",
            "\u20ac\ud800",
            true,
            (byte) -1,
            (short) -2,
            'x',
            -3,
            -4L,
            1.5f,
            Double.NaN,
            new boolean[] {true},
            new byte[] {1, 2},
            new short[] {-1},
            new char[] {'c'},
            new int[] {Integer.MIN_VALUE, 5},
            new long[0],
            new float[] {1f},
            new double[] {-0.0},
            new String[] {"a", null, ""},
            List.of(),
            List.of(1, List.of("x")),
            Map.of("k", 1),
            new Wide(true, (byte) 1, (short) 2, 'd', 4, 5, 6f, 7d, null),
            new Even(4),
            new int[][] {{1}, null, {}});
    for (Object object : objects) {
      byte[] bytes = REGISTRY.encode(object);
      assertThat(Objects.deepEquals(REGISTRY.decode(bytes), object)).as("%s", object).isTrue();
    }
    byte[] part = REGISTRY.encode(-3);
    byte[] whole = new byte[part.length + 4];
    System.arraycopy(part, 0, whole, 3, part.length);
    assertThat(REGISTRY.decode(whole, 3, part.length)).isEqualTo(-3);
  }

  @Test
  void aReportWithEverythingComesBack() {
    GoldenValues.Report report = GoldenValues.report();
    GoldenValues.Report back =
        (GoldenValues.Report) GoldenValues.REGISTRY.decode(GoldenValues.REGISTRY.encode(report));
    assertThat(back.side()).isSameAs(report.side());
    assertThat(back.points()).isEqualTo(report.points());
    assertThat(back.list()).isEqualTo(report.list());
    assertThat(back.any()).isEqualTo(report.any());
    assertThat(back.map().keySet()).containsExactly("z", "a");
    assertThat(back.map().get("z")).isEqualTo(report.map().get("z"));
  }

  @Test
  void idsDoNotFollowTheOrderOfRegistration() {
    KryoRegistry other =
        KryoRegistry.builder()
            .register(4, int[][].class)
            .register(3, Wide.class)
            .register(2, Loop.class)
            .register(1, Even.class)
            .build();
    assertThat(other.decode(REGISTRY.encode(new Even(8)))).isEqualTo(new Even(8));
    assertThat(other.digest()).isEqualTo(REGISTRY.digest()).hasSize(32);
  }

  @Test
  void oneClassMoreOrAnotherIdChangesTheDigestAndIsNeverAnotherClass() {
    KryoRegistry fewer = KryoRegistry.builder().register(1, Even.class).build();
    KryoRegistry moved = KryoRegistry.builder().register(2, Even.class).build();
    KryoRegistry renamed = KryoRegistry.builder().register(1, Loop.class).build();
    assertThat(fewer.digest())
        .isNotEqualTo(REGISTRY.digest())
        .isNotEqualTo(moved.digest())
        .isNotEqualTo(renamed.digest());
    byte[] loop = REGISTRY.encode(new Loop("x"));
    assertThatExceptionOfType(CodecException.class).isThrownBy(() -> fewer.decode(loop));
  }

  @Test
  void onlyRecordsEnumsAndTheirArraysAreTaken() {
    KryoRegistry.Builder builder = KryoRegistry.builder();
    for (Class<?> type :
        List.of(
            Object.class,
            BigInteger.class,
            ArrayList.class,
            String.class,
            int.class,
            int[].class,
            Runnable.class,
            Thread.class)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> builder.register(9, type))
          .withMessageContaining(type.getName())
          .withMessageContaining("records, enums and arrays");
    }
    builder.register(9, Even.class);
    assertThatIllegalArgumentException().isThrownBy(() -> builder.register(9, Loop.class));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.register(10, Even.class));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.register(0, Loop.class));
    assertThatIllegalArgumentException().isThrownBy(() -> builder.register(65536, Loop.class));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KryoRegistry.builder().register(1, NeedsDuration.class).build())
        .withMessageContaining("java.time.Duration");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KryoRegistry.builder().register(1, Even[].class).build())
        .withMessageContaining("Even");
    KryoRegistry.builder().register(65535, Even[].class).register(1, Even.class).build();
  }

  @Test
  void unregisteredObjectsAreNamed() {
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> REGISTRY.encode(new Loop(Duration.ofSeconds(1))))
        .withMessageContaining("java.time.Duration");
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> REGISTRY.encode(Map.of(List.of(), 1)));
  }

  @Test
  void aCycleAndADeepNestAreRefused() {
    Object nest = "x";
    for (int i = 0; i < 60; i++) {
      nest = new Loop(nest);
    }
    assertThat(REGISTRY.decode(REGISTRY.encode(nest))).isEqualTo(nest);
    for (int i = 0; i < 10; i++) {
      nest = new Loop(nest);
    }
    Object tooDeep = nest;
    assertThatExceptionOfType(CodecException.class).isThrownBy(() -> REGISTRY.encode(tooDeep));
    List<Object> cycle = new ArrayList<>();
    cycle.add(cycle);
    assertThatExceptionOfType(CodecException.class).isThrownBy(() -> REGISTRY.encode(cycle));
    byte[] lists = new byte[4000];
    for (int i = 0; i < lists.length; i += 2) {
      lists[i] = 20;
      lists[i + 1] = 1;
    }
    assertThatExceptionOfType(CodecException.class).isThrownBy(() -> REGISTRY.decode(lists));
  }

  @Test
  void aRefusingConstructorDoesNotLeakItsText() {
    byte[] bytes = REGISTRY.encode(new Even(6));
    bytes[bytes.length - 4] = 7;
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> REGISTRY.decode(bytes))
        .withMessageContaining("IllegalStateException")
        .withMessageNotContaining("secret")
        .withNoCause();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "00", // null
        "01 00 6a6176612e6c616e672e5468726561e4", // a class by name
        "7f", // an unknown id
        "8200 61e2", // String by an overlong id
        "0701", // a short integer
        "03 02", // a boolean that is neither 0 nor 1
        "07 00000000 00", // bytes after the object
        "15 02 0261 e2 0700000000 0261e2 0700000000", // the same key twice
        "15 01 00 0700000000", // a null key
        "15 01 14 00 0700000000" // a list as key
      })
  void bytesThatAreNoObjectAreRefused(String hex) {
    byte[] bytes = Wire.hex(hex);
    assertThatExceptionOfType(CodecException.class)
        .isThrownBy(() -> REGISTRY.decode(bytes))
        .satisfies(e -> assertThat(e.descriptor()).isEqualTo(0x10));
  }

  /** Ids 9 to 19 are arrays, strings, lists and maps, 4 + 31 is an array of arrays. */
  @ParameterizedTest
  @ValueSource(ints = {0, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 35})
  void hugeCountsTakeNoMemory(int id) {
    byte[][] counts = {
      {-1, -1, -1, -1, 7}, {-1, -1, -1, -1, 15}, {-128, -128, -128, -128, 1}, {-1, -1, -1, 7, 0}
    };
    for (byte[] count : counts) {
      for (int body = 0; body <= 16; body++) {
        byte[] bytes = new byte[1 + count.length + body];
        bytes[0] = (byte) (id + 2);
        System.arraycopy(count, 0, bytes, 1, count.length);
        if (id == 0) {
          bytes[1] |= (byte) 0x80;
        }
        long taken =
            Wire.taken(
                () ->
                    assertThatExceptionOfType(CodecException.class)
                        .isThrownBy(() -> REGISTRY.decode(bytes)));
        assertThat(taken).isLessThan(1 << 20);
      }
    }
  }

  @Test
  void mapsKeepTheirOrder() {
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int i = 100; i > 0; i--) {
      map.put(i, "v");
    }
    Map<?, ?> back = (Map<?, ?>) REGISTRY.decode(REGISTRY.encode(map));
    assertThat(new ArrayList<Object>(back.keySet())).isEqualTo(new ArrayList<>(map.keySet()));
  }
}
