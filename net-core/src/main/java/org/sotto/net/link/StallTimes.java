package org.sotto.net.link;

/** When one flow stalls: once in each period, at a place that only the seed decides. */
final class StallTimes {
  private final long seed;
  private final long origin;
  private final long period;
  private final long length;

  /**
   * @param seed of this flow and direction
   * @param origin when the link started, nanoseconds
   */
  StallTimes(Stalls stalls, long seed, long origin) {
    this.seed = seed;
    this.origin = origin;
    this.period = stalls.period().toNanos();
    this.length = stalls.length().toNanos();
  }

  /** The first moment from this one on at which the flow moves, nanoseconds. */
  long open(long at) {
    long moment = at;
    while (true) {
      long index = Math.floorDiv(moment - origin, period);
      long from = origin + index * period + place(index);
      if (moment < from || moment >= from + length) {
        return moment;
      }
      moment = from + length;
    }
  }

  private long place(long index) {
    return Math.floorMod(Seeds.mix(seed ^ Seeds.mix(index)), period - length + 1);
  }
}
