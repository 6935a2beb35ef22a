package org.sotto.mpc.bits;

/** Runs of bits in arrays of words, least significant bit first, at any offset. */
public final class PackedBits {
  private PackedBits() {}

  /** The words that {@code bits} bits take. */
  public static int words(long bits) {
    return Math.toIntExact((bits + 63) >>> 6);
  }

  /** A new array of zeros with room for {@code bits} bits. */
  public static long[] zeros(long bits) {
    return new long[words(bits)];
  }

  /** The bit at an index. */
  public static boolean get(long[] words, long bit) {
    return (words[(int) (bit >>> 6)] >>> bit & 1) != 0;
  }

  /** Up to 64 bits from an offset, in the low bits; the rest is zero. */
  public static long read(long[] words, long from, int count) {
    int at = (int) (from >>> 6);
    int shift = (int) from & 63;
    long value = words[at] >>> shift;
    if (shift + count > 64) {
      value |= words[at + 1] << (64 - shift);
    }
    return count == 64 ? value : value & ((1L << count) - 1);
  }

  /** Overwrites up to 64 bits at an offset; {@code value} has no other bits. */
  public static void write(long[] words, long from, int count, long value) {
    int at = (int) (from >>> 6);
    int shift = (int) from & 63;
    long mask = count == 64 ? -1L : (1L << count) - 1;
    words[at] = (words[at] & ~(mask << shift)) | (value << shift);
    if (shift + count > 64) {
      words[at + 1] = (words[at + 1] & ~(mask >>> (64 - shift))) | (value >>> (64 - shift));
    }
  }

  /** Copies a run of bits. The arrays must differ, or the runs not overlap. */
  public static void copy(long[] source, long from, long[] target, long to, long count) {
    if (((from | to) & 63) == 0) {
      int whole = (int) (count >>> 6);
      System.arraycopy(source, (int) (from >>> 6), target, (int) (to >>> 6), whole);
      long done = (long) whole << 6;
      if (done < count) {
        int rest = (int) (count - done);
        write(target, to + done, rest, read(source, from + done, rest));
      }
      return;
    }
    for (long done = 0; done < count; done += 64) {
      int run = (int) Math.min(64, count - done);
      write(target, to + done, run, read(source, from + done, run));
    }
  }

  /** Xors a run of bits onto that at the same offset. */
  public static void xorRun(long[] target, long[] source, long from, long count) {
    for (long done = 0; done < count; done += 64) {
      int run = (int) Math.min(64, count - done);
      write(
          target,
          from + done,
          run,
          read(target, from + done, run) ^ read(source, from + done, run));
    }
  }

  /** Clears the bits behind the first {@code bits}. */
  public static void trim(long[] words, long bits) {
    int used = (int) bits & 63;
    if (used != 0) {
      words[words.length - 1] &= (1L << used) - 1;
    }
  }

  /** Sets {@code target ^= source} on all words. */
  public static void xorInto(long[] target, long[] source) {
    for (int i = 0; i < target.length; i++) {
      target[i] ^= source[i];
    }
  }
}
