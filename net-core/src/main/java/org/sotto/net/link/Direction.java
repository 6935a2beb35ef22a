package org.sotto.net.link;

/** The two ways of a link; each has its own rate and queue. */
public enum Direction {
  /** From the party that dials to the party that listens. */
  FORWARD,
  /** From the party that listens to the party that dials. */
  BACKWARD
}
