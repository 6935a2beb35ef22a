package org.sotto.codec;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The values behind the descriptions of {@code golden/values.txt}, and the registry they need. */
final class GoldenValues {
  record Point(int x, String name) {}

  enum Side {
    LEFT,
    RIGHT {
      @Override
      public String toString() {
        return "has a body";
      }
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // arrays of registered classes are what it shows
  record Report(Side side, Point[] points, List<Point> list, Map<String, long[]> map, Object any) {}

  static final KryoRegistry REGISTRY =
      KryoRegistry.builder()
          .register(1, Point.class)
          .register(2, Point[].class)
          .register(7, Side.class)
          .register(300, Report.class)
          .build();

  static final List<ValueCodec> CODECS =
      List.of(new TaggedCodec(REGISTRY), new CompactCodec(REGISTRY));

  private GoldenValues() {}

  static Map<String, NetworkValue> byDescription() {
    Map<String, NetworkValue> values = new LinkedHashMap<>();
    byte[] key = new byte[16];
    for (int i = 0; i < 16; i++) {
      key[i] = (byte) i;
    }
    boolean[] everyThird = new boolean[70];
    for (int i = 0; i < 70; i += 3) {
      everyThird[i] = true;
    }
    long[] ones = new long[20];
    Arrays.fill(ones, 1);
    Ring16Vec three = new Ring16Vec(new short[] {1, 2, -1});
    NetworkValue[] bits = new NetworkValue[16];
    for (int i = 0; i < 16; i++) {
      bits[i] = new Bit(i % 2 == 1);
    }
    values.put("PrfKey 00..0f", new PrfKey(key));
    values.put("Bit 0", new Bit(false));
    values.put("Bit 1", new Bit(true));
    values.put("Ring16 0x1234", new Ring16((short) 0x1234));
    values.put("Ring16 -1", new Ring16((short) -1));
    values.put("Ring32 0x12345678", new Ring32(0x12345678));
    values.put("Ring64 0x123456789abcdef0", new Ring64(0x123456789abcdef0L));
    values.put("Ring16Vec 1 2 -1", three);
    values.put("Ring16Vec empty", new Ring16Vec(new short[0]));
    values.put("Ring32Vec 1 -2", new Ring32Vec(new int[] {1, -2}));
    values.put("Ring32Vec 0..15", new Ring32Vec(IntStream.range(0, 16).toArray()));
    values.put("Ring64Vec 1 -1", new Ring64Vec(new long[] {1, -1}));
    values.put("StateChecksum 1 2", new StateChecksum(1, 2));
    values.put("PrfCheck 3 -4", new PrfCheck(3, -4));
    values.put("Bytes hello", new Bytes(new byte[] {'h', 'e', 'l', 'l', 'o'}));
    values.put("Bytes 200 zeros", new Bytes(new byte[200]));
    values.put("PackedVec 30 bits, 1 2 0x3fffffff", PackedVec.of(30, 1, 2, 0x3fffffff));
    values.put("PackedVec 64 bits, -1", PackedVec.of(64, -1));
    values.put("PackedVec 1 bit, 20 ones", PackedVec.of(1, ones));
    values.put("PackedVec 37 bits, empty", PackedVec.of(37));
    values.put("Block 5 6", new Block(5, 6));
    values.put("BlockVec (1,2) (3,-4)", new BlockVec(new long[] {1, 2, 3, -4}));
    values.put("BitVec 1 0 1 1", BitVec.of(true, false, true, true));
    values.put("BitVec 70 bits, every third", BitVec.of(everyThird));
    values.put("Abort 258 open late", new Abort(258, "open", "late"));
    values.put("Abort 0 empty", new Abort(0, "", ""));
    values.put("Abort 65535 \u00e9 \u20ac", new Abort(65535, "\u00e9", "\u20ac"));
    values.put("Opaque point 7 ab", new Opaque(new Point(7, "ab")));
    values.put("Opaque ints 1 -1", new Opaque(new int[] {1, -1}));
    values.put("Batch of three", Batch.of(new Bit(true), new Ring32(0x12345678), three));
    values.put("Batch empty", Batch.of());
    values.put("Batch of 16 bits", Batch.of(bits));
    return values;
  }

  /** An object that uses all that a registry has. */
  static Report report() {
    Map<String, long[]> map = new LinkedHashMap<>();
    map.put("z", new long[] {1, Long.MIN_VALUE});
    map.put("a", new long[0]);
    Point point = new Point(-1, "\u20ac uro");
    return new Report(
        Side.RIGHT,
        new Point[] {point, null},
        List.of(point, new Point(0, "")),
        map,
        new HashMap<>(Map.of(5, List.of("x", 1.5, true, 'c', (byte) 1, (short) 2, 3L, 4f))));
  }
}
