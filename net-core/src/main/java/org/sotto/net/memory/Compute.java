package org.sotto.net.memory;

/** How much virtual time a party's own work takes. */
public enum Compute {
  /** None: two runs give the same figures. */
  FREE,
  /**
   * The CPU time of the thread, as the system counts it; a virtual thread's is not counted. Figures
   * then differ from run to run by as much as the CPU time does.
   */
  CPU_TIME
}
