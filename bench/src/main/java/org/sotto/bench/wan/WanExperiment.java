package org.sotto.bench.wan;

/** What {@code sotto wan} can measure. */
public enum WanExperiment {
  /** A transfer over fixed numbers of flows and over the automatic one. */
  FLOWS,
  /** A transfer in messages of several sizes. */
  MESSAGES,
  /** Rounds of small messages. */
  ROUNDS,
  /** Round trips of small messages while another session sends bulk. */
  BESIDE,
  /** All of them. */
  ALL;

  boolean has(WanExperiment one) {
    return this == ALL || this == one;
  }
}
