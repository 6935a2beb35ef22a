package org.sotto.codec;

/**
 * Where a decoder takes the arrays of vectors from. A new array costs the JVM a pass of zeros over
 * cold memory before the elements are copied in; a receiver in a loop that is done with a value
 * before it decodes the next can take {@link #reused} instead, and then decodes at the speed of a
 * memory copy.
 */
public sealed interface ArraySource permits FreshArrays, ReusedArrays {
  /** New arrays, every time. */
  static ArraySource fresh() {
    return FreshArrays.INSTANCE;
  }

  /**
   * One array of each type, handed out again while the length asked for stays the same: a value
   * that was decoded with it is overwritten by the next one of its kind. For one thread.
   */
  static ArraySource reused() {
    return new ReusedArrays();
  }

  /** An array of {@code length} bytes; its content is overwritten. */
  byte[] bytes(int length);

  /** An array of {@code length} shorts; its content is overwritten. */
  short[] shorts(int length);

  /** An array of {@code length} ints; its content is overwritten. */
  int[] ints(int length);

  /** An array of {@code length} longs; its content is overwritten. */
  long[] longs(int length);
}
