package org.sotto.net.link;

/** Serialization at a rate: when what is sent next may begin, exact over any number of bytes. */
final class Pace {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private long rate;
  private long next = Long.MIN_VALUE;
  // What the division into whole nanoseconds left over, in nanoseconds / rate.
  private long rest;

  /**
   * @param rate bits per second, 0 for any
   */
  Pace(long rate) {
    this.rate = rate;
  }

  /** From the next bytes on. */
  void setRate(long changed) {
    rate = changed;
    rest = 0;
  }

  /** When all taken so far has left, nanoseconds. */
  long next() {
    return next;
  }

  /** Nothing begins before this. */
  void hold(long until) {
    if (until > next) {
      next = until;
      rest = 0;
    }
  }

  /** The nanoseconds that bytes take, rounded down. */
  long work(long bytes) {
    return rate == 0 ? 0 : bytes * 8 * NANOS_PER_SECOND / rate;
  }

  /** Takes bytes from this moment on, or from when the last have left if that is later. */
  void take(long start, long bytes, Gate gate) {
    hold(start);
    if (rate == 0) {
      return;
    }
    long units = bytes * 8 * NANOS_PER_SECOND + rest;
    rest = units % rate;
    next = gate.after(next, units / rate);
  }
}
