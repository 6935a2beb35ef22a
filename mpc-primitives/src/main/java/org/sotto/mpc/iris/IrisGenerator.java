package org.sotto.mpc.iris;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.sotto.mpc.bits.PackedBits;

/**
 * Makes templates from a seed: persons with random codes, and captures of a person with bit noise
 * and an eyelid's mask. For demonstrations and tests; no person's data.
 */
public final class IrisGenerator {
  private static final int ROWS = 16;
  private static final int PAIRS_A_ROW = IrisTemplate.MASKS / ROWS;

  private final RandomGenerator random;

  /** Equal seeds make equal templates, on every platform. */
  public IrisGenerator(long seed) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** A capture of a new person. */
  public IrisTemplate person() {
    long[] code = new long[PackedBits.words(IrisTemplate.BITS)];
    for (int i = 0; i < code.length; i++) {
      code[i] = random.nextLong();
    }
    return new IrisTemplate(code, eyelids());
  }

  /**
   * Another capture of the person of a template.
   *
   * @param noise the chance that a code bit differs, 0 to 1
   */
  public IrisTemplate capture(IrisTemplate of, double noise) {
    long[] code = of.codeWords();
    for (int i = 0; i < IrisTemplate.BITS; i++) {
      if (random.nextDouble() < noise) {
        code[i >>> 6] ^= 1L << i;
      }
    }
    return new IrisTemplate(code, eyelids());
  }

  /** Upper and lower lids hide a run of columns in the outer rows; a few reflections are lost. */
  private long[] eyelids() {
    long[] mask = new long[PackedBits.words(IrisTemplate.MASKS)];
    java.util.Arrays.fill(mask, -1L);
    hide(mask, 0, 1 + random.nextInt(3));
    int lower = 1 + random.nextInt(3);
    hide(mask, ROWS - lower, ROWS);
    for (int i = 0; i < IrisTemplate.MASKS; i++) {
      if (random.nextDouble() < 0.02) {
        clear(mask, i);
      }
    }
    return mask;
  }

  private void hide(long[] mask, int fromRow, int toRow) {
    int start = random.nextInt(PAIRS_A_ROW / 2);
    int width = PAIRS_A_ROW / 4 + random.nextInt(PAIRS_A_ROW / 4);
    for (int row = fromRow; row < toRow; row++) {
      for (int column = start; column < start + width; column++) {
        clear(mask, row * PAIRS_A_ROW + column);
      }
    }
  }

  private static void clear(long[] mask, int bit) {
    mask[bit >>> 6] &= ~(1L << bit);
  }
}
