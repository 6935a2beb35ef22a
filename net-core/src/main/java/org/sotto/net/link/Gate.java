package org.sotto.net.link;

/** When a direction may send: always, or in its slot of each period. Times in nanoseconds. */
final class Gate {
  private final long period;
  private final long begin;
  private final long length;

  private Gate(long period, long begin, long length) {
    this.period = period;
    this.begin = begin;
    this.length = length;
  }

  /**
   * @param origin when the link started
   */
  static Gate of(LinkProfile profile, Direction direction, long origin) {
    return profile
        .slots()
        .map(
            s -> {
              long period = s.period().toNanos();
              long first = Math.clamp(Math.round(period * s.share()), 1, period - 1);
              long start = origin + s.offset().toNanos();
              return direction == Direction.FORWARD
                  ? new Gate(period, start, first)
                  : new Gate(period, start + first, period - first);
            })
        .orElse(new Gate(1, 0, 1));
  }

  /** The first moment at which it is open, from this one on. */
  long open(long at) {
    long since = Math.floorMod(at - begin, period);
    return since < length ? at : at + period - since;
  }

  /** When work that starts at the first open moment from this one on ends, given open time only. */
  long after(long at, long work) {
    if (length == period) {
      return at + work;
    }
    long start = open(at);
    long left = length - Math.floorMod(start - begin, period);
    if (work <= left) {
      return start + work;
    }
    long more = work - left;
    long full = (more - 1) / length;
    return start + left + (period - length) + full * period + (more - full * length);
  }
}
