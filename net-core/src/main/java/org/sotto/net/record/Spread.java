package org.sotto.net.record;

/**
 * How a recorded session and its replay spread large messages to one peer: evenly, over the flows
 * that the session opened with. Flow 0 is left to the frames where there are others: how much of
 * those is still gathered depends on the time of day.
 */
final class Spread {
  private final int most;
  private final long[] given;

  /**
   * @param flows how many flows there were when the session opened
   * @param most how many there may be in the end
   */
  Spread(int flows, int most) {
    this.most = most;
    this.given = new long[flows];
  }

  int flows() {
    return given.length;
  }

  int most() {
    return most;
  }

  void gave(int flow, int bytes) {
    given[flow] += bytes;
  }

  /** What {@link org.sotto.net.transport.Flows#load} says: the least is chosen next. */
  long load(int flow) {
    if (flow >= given.length) {
      return Long.MAX_VALUE;
    }
    return flow == 0 ? Long.MAX_VALUE - 1 : given[flow];
  }
}
