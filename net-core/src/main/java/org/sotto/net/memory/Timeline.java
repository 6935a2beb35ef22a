package org.sotto.net.memory;

/** The time that links and members live in; all calls with the links' lock held. */
sealed interface Timeline permits RealTime, VirtualTime {
  /** Nanoseconds of any origin. */
  long now();

  /** Lets all happen that is due. */
  void catchUp();

  /** A member's flows belong to the calling thread from now on. */
  void entered(LinkedFlows flows);

  /** The calling thread has closed them. */
  void left(LinkedFlows flows);

  /** Waits until the flows are signalled or the time is over. */
  void await(LinkedFlows flows, long nanos) throws InterruptedException;

  /** Waits for other members, in real time, until the flows are roused or the time is over. */
  void awaitMembers(LinkedFlows flows, long nanos) throws InterruptedException;

  /** Lets the owner look again if it waits on these flows. */
  void rouse(LinkedFlows flows);

  /** Something is on its way to a member, which may change how long it waits. */
  void underWay(LinkedFlows to);

  /** Takes account of what the owner has computed since it was here last. */
  void computed(LinkedFlows flows);
}
