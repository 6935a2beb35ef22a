package org.sotto.mpc.iris;

import org.sotto.mpc.bits.PackedBits;

/**
 * An iris code: {@value #BITS} code bits and as many mask bits. Code bits 2j and 2j + 1 are the
 * real and the imaginary part of one wavelet response and share one mask bit, so a mask has {@value
 * #MASKS} independent bits; a bit counts in a comparison where both masks are 1.
 *
 * <p>Templates are biometric data: no {@code toString}, and equality is identity.
 */
public final class IrisTemplate {
  /** Code bits: 16 rows, 200 columns, 2 wavelets, 2 parts. */
  public static final int BITS = 12_800;

  /** Mask bits, one for each two code bits. */
  public static final int MASKS = BITS / 2;

  private final long[] code;
  private final long[] mask;

  /**
   * @param code {@value #BITS} bits, least significant first
   * @param mask {@value #MASKS} bits
   */
  public IrisTemplate(long[] code, long[] mask) {
    if (code.length != PackedBits.words(BITS) || mask.length != PackedBits.words(MASKS)) {
      throw new IllegalArgumentException(
          "iris template: expected "
              + BITS
              + " code and "
              + MASKS
              + " mask bits, got words for "
              + 64L * code.length
              + " and "
              + 64L * mask.length);
    }
    this.code = code.clone();
    this.mask = mask.clone();
  }

  /** A code bit, 0 to {@value #BITS} - 1. */
  public boolean code(int bit) {
    return PackedBits.get(code, bit);
  }

  /** A mask bit, 0 to {@value #MASKS} - 1: whether code bits 2j and 2j + 1 count. */
  public boolean mask(int pair) {
    return PackedBits.get(mask, pair);
  }

  /** All code bits, copied. */
  public long[] codeWords() {
    return code.clone();
  }

  /** All mask bits, copied. */
  public long[] maskWords() {
    return mask.clone();
  }

  /** The code as signs where the mask is 1, as numbers of Z_2^16: +1, -1, or 0. */
  short[] signs() {
    short[] signs = new short[BITS];
    for (int i = 0; i < BITS; i++) {
      signs[i] = (short) (mask(i / 2) ? (code(i) ? -1 : 1) : 0);
    }
    return signs;
  }

  /** The mask as numbers 0 and 1 of Z_2^16. */
  short[] maskNumbers() {
    short[] numbers = new short[MASKS];
    for (int i = 0; i < MASKS; i++) {
      numbers[i] = (short) (mask(i) ? 1 : 0);
    }
    return numbers;
  }

  /** The distance to another template, in the clear. */
  public IrisDistance distance(IrisTemplate other) {
    int common = 0;
    int disagree = 0;
    for (int i = 0; i < BITS; i++) {
      if (mask(i / 2) && other.mask(i / 2)) {
        common++;
        disagree += code(i) != other.code(i) ? 1 : 0;
      }
    }
    return new IrisDistance(common - 2 * disagree, common);
  }
}
