package org.sotto.net.transport;

import java.nio.ByteBuffer;

/**
 * The flows of one session: an ordered, reliable byte flow to and from each other member. Used only
 * by the thread that opened them. All I/O happens inside {@link #write}, {@link #await} and {@link
 * #close}; while that thread computes, nothing is read and the senders are held back.
 */
public interface Flows extends AutoCloseable {
  /** What has come from a peer so far. */
  Inbound inbound(int peer);

  /**
   * Starts to write bytes to a peer. The buffer must stay untouched until {@link #writing} is
   * false. At most one write to a peer is under way at a time. A peer that is gone swallows the
   * bytes: its {@link Inbound} tells.
   */
  void write(int peer, ByteBuffer bytes);

  /** Whether a write to a peer is still under way. */
  boolean writing(int peer);

  /**
   * Reads and writes until something has happened on any flow or the time is over.
   *
   * @param nanos the longest wait in nanoseconds, positive
   */
  void await(long nanos);

  /** How many flows have ended so far; lets a waiting session look for lost peers cheaply. */
  int ended();

  /** What has crossed the wire to and from a peer, handshake included. */
  FlowTotals totals(int peer);

  /** Ends the flows in order: what was written still arrives. */
  @Override
  void close();
}
