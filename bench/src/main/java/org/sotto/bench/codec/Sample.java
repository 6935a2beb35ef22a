package org.sotto.bench.codec;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.PrfKey;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;

/** The values that are measured. */
public enum Sample {
  BIT,
  RING32,
  RING64,
  PRF_KEY,
  BITS_1000,
  RING32_VEC_1000,
  RING16_VEC_1M,
  RING32_VEC_1M,
  RING64_VEC_1M,
  BITS_1M;

  private static final int MILLION = 1_000_000;

  /** A seeded value. */
  public NetworkValue value() {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(44);
    return switch (this) {
      case BIT -> new Bit(true);
      case RING32 -> new Ring32(random.nextInt());
      case RING64 -> new Ring64(random.nextLong());
      case PRF_KEY -> {
        byte[] key = new byte[16];
        random.nextBytes(key);
        yield new PrfKey(key);
      }
      case BITS_1000 -> bits(1000, random);
      case RING32_VEC_1000 -> new Ring32Vec(random.ints(1000).toArray());
      case RING16_VEC_1M -> {
        short[] elements = new short[MILLION];
        for (int i = 0; i < elements.length; i++) {
          elements[i] = (short) random.nextInt();
        }
        yield new Ring16Vec(elements);
      }
      case RING32_VEC_1M -> new Ring32Vec(random.ints(MILLION).toArray());
      case RING64_VEC_1M -> new Ring64Vec(random.longs(MILLION).toArray());
      case BITS_1M -> bits(MILLION, random);
    };
  }

  private static BitVec bits(int n, RandomGenerator random) {
    long[] words = random.longs(BitVec.words(n)).toArray();
    int used = n & 63;
    if (used != 0) {
      words[words.length - 1] &= (1L << used) - 1;
    }
    return new BitVec(n, words);
  }
}
