package org.sotto.net.memory;

/** The machine's clock: whoever waits looks at the links when something may be due. */
final class RealTime implements Timeline {
  private final Links links;

  RealTime(Links links) {
    this.links = links;
  }

  @Override
  public long now() {
    return System.nanoTime();
  }

  @Override
  public void catchUp() {
    links.poll(now());
  }

  @Override
  public void entered(LinkedFlows flows) {
    // Threads need not be known.
  }

  @Override
  public void left(LinkedFlows flows) {
    // Threads need not be known.
  }

  @Override
  public void await(LinkedFlows flows, long nanos) throws InterruptedException {
    long end = now() + nanos;
    while (true) {
      long now = now();
      links.poll(now);
      if (flows.isSignalled() || now >= end) {
        return;
      }
      long wait = Math.min(end, links.nextEvent()) - now;
      if (wait > 0) {
        flows.changed.awaitNanos(wait);
      }
    }
  }

  @Override
  @SuppressWarnings("WaitNotInLoop") // may return early: the session asks again
  public void awaitMembers(LinkedFlows flows, long nanos) throws InterruptedException {
    flows.changed.awaitNanos(nanos);
  }

  @Override
  public void rouse(LinkedFlows flows) {
    flows.changed.signal();
  }

  @Override
  public void underWay(LinkedFlows to) {
    to.changed.signal();
  }

  @Override
  public void computed(LinkedFlows flows) {
    // Time passes by itself.
  }
}
