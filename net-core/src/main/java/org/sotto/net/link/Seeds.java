package org.sotto.net.link;

/** Many seeds from one. */
final class Seeds {
  private Seeds() {}

  /** The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), a bijection. */
  static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
