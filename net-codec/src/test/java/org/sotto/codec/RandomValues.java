package org.sotto.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/** Random values of every variant, from a printed seed. */
final class RandomValues {
  private final RandomGenerator random;

  RandomValues(long seed) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** A fresh seed, printed, or the one of the property {@code sotto.seed}. */
  static long seed(Class<?> test) {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println(test.getSimpleName() + ": -Dsotto.seed=" + seed);
    return seed;
  }

  RandomGenerator random() {
    return random;
  }

  long[] longs(int n) {
    return random.longs(n).toArray();
  }

  byte[] bytes(int n) {
    byte[] bytes = new byte[n];
    random.nextBytes(bytes);
    return bytes;
  }

  BitVec bits(int n) {
    return new BitVec(n, cleanWords(n));
  }

  PackedVec packed(int width, int n) {
    return new PackedVec(width, n, cleanWords(width * n));
  }

  private long[] cleanWords(int bits) {
    long[] words = longs(BitVec.words(bits));
    if ((bits & 63) != 0) {
      words[words.length - 1] &= (1L << bits) - 1;
    }
    return words;
  }

  /** One vector of each kind with {@code n} elements. */
  List<NetworkValue> vectors(int n) {
    short[] shorts = new short[n];
    for (int i = 0; i < n; i++) {
      shorts[i] = (short) random.nextInt();
    }
    return List.of(
        new Ring16Vec(shorts),
        new Ring32Vec(random.ints(n).toArray()),
        new Ring64Vec(longs(n)),
        bits(n),
        packed(1 + random.nextInt(64), n),
        new BlockVec(longs(2 * n)),
        new Bytes(bytes(n)));
  }

  /** One value of each kind that has a fixed form. */
  List<NetworkValue> singles() {
    return List.of(
        new PrfKey(bytes(16)),
        new Bit(random.nextBoolean()),
        new Ring16((short) random.nextInt()),
        new Ring32(random.nextInt()),
        new Ring64(random.nextLong()),
        new Block(random.nextLong(), random.nextLong()),
        new StateChecksum(random.nextLong(), random.nextLong()),
        new PrfCheck(random.nextLong(), random.nextLong()),
        new Abort(random.nextInt(65536), text(random.nextInt(20)), text(random.nextInt(80))));
  }

  /** Well-formed text with characters of one to four bytes. */
  String text(int points) {
    StringBuilder text = new StringBuilder();
    int[] ranges = {0x20, 0x7F, 0xA0, 0x7FF, 0x800, 0xD7FF, 0x10000, 0x10FFFF};
    for (int i = 0; i < points; i++) {
      int range = 2 * random.nextInt(4);
      text.appendCodePoint(random.nextInt(ranges[range], ranges[range + 1]));
    }
    return text.toString();
  }

  /** Some value, with small vectors mostly. */
  NetworkValue any() {
    List<NetworkValue> choice = new ArrayList<>(singles());
    choice.addAll(vectors(random.nextInt(random.nextInt(10) == 0 ? 200 : 20)));
    choice.add(new Opaque(new GoldenValues.Point(random.nextInt(), text(4))));
    return choice.get(random.nextInt(choice.size()));
  }

  Batch batch() {
    List<NetworkValue> values = new ArrayList<>();
    for (int n = random.nextInt(20); n > 0; n--) {
      values.add(any());
    }
    return new Batch(values);
  }
}
