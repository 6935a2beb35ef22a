package org.sotto.bench.cost;

/**
 * A link for predictions: time = rounds on the critical path x one-way delay + bytes sent / rate.
 * Compute is not in it.
 */
public enum PredictedLink {
  /** One rack. */
  LAN(0.0001, 10e9),
  /** One metropolitan area, 11 ms round trip. */
  METRO(0.0055, 10e9),
  /** Across a continent, 35 ms round trip. */
  CONTINENT(0.0175, 1e9),
  /** Across an ocean, 60 ms round trip. */
  WAN(0.030, 1e9),
  /** A mobile link, 60 ms round trip and 50 Mbit/s. */
  MOBILE(0.030, 50e6);

  private final double oneWaySeconds;
  private final double bitsPerSecond;

  PredictedLink(double oneWaySeconds, double bitsPerSecond) {
    this.oneWaySeconds = oneWaySeconds;
    this.bitsPerSecond = bitsPerSecond;
  }

  /** Predicted seconds. */
  public double seconds(long rounds, long wireBytes) {
    return rounds * oneWaySeconds + 8.0 * wireBytes / bitsPerSecond;
  }
}
