package org.sotto.net.transport;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The flows of one session: to each other member one or more ordered, reliable byte flows each way.
 * Flow 0 is there from the beginning and carries the frames; the others, if any, carry parts of
 * large messages. Used only by the thread that opened them. What arrives is taken in only inside
 * {@link #await}: while that thread computes, the senders are held back, and while it waits for
 * anything at all they are not.
 *
 * <p>A flow is as reliable as its peer: a transport whose connections drop mends them, and nothing
 * is lost, doubled or reordered, until the peer is given up for lost.
 */
public interface Flows extends AutoCloseable {
  /** How many flows to a peer can be written to: at least 1, and never fewer than before. */
  int count(int peer);

  /** How many flows to a peer there may be in the end. */
  int most(int peer);

  /** Asks for more flows to a peer; they appear in {@link #count} when they stand, or never. */
  void grow(int peer, int wanted);

  /** What has come from a peer on one flow and was not yet taken. */
  Inbound inbound(int peer, int flow);

  /** Bytes that have come from a peer on all flows and were not yet taken. */
  default long unread(int peer) {
    long sum = 0;
    for (int flow = 0; flow < count(peer); flow++) {
      sum += inbound(peer, flow).readable();
    }
    return sum;
  }

  /**
   * Sends a range of a block on a flow. The range must not change any more, because it may have to
   * be sent again; the transport holds references of its own to the block for as long. A peer that
   * is gone swallows the bytes: its {@link Inbound} tells.
   *
   * @throws org.sotto.codec.SottoException if the flows cannot go on; it ends the session
   */
  void write(int peer, int flow, ByteBuf block, int from, int length);

  /** Bytes written on a flow that are not known to have reached the peer. */
  long pending(int peer, int flow);

  /** How much stands before what would be written on a flow now, in bytes; to choose a flow by. */
  long load(int peer, int flow);

  /** Whether the sender should {@link #await} before it writes more to a peer. */
  boolean full(int peer);

  /** Whether all that was written to a peer has left this process. */
  boolean flushed(int peer);

  /**
   * Whether bytes that were written to a peer would stay in this process if this thread did not
   * {@link #await}.
   */
  boolean stranded(int peer);

  /**
   * Reads and writes until something has happened on any flow or the time is over.
   *
   * @throws org.sotto.codec.SottoException if the flows cannot go on; it ends the session
   */
  void await(long nanos);

  /** The clock that waits are measured by, in nanoseconds from any origin. */
  long nanoTime();

  /** Grows when a flow has ended or an abort has come; lets a waiting session look cheaply. */
  int events();

  /** Tells all other members, beside the flows, that this one gives up; they see it once. */
  void abort(byte[] notice);

  /** The notice of the first member that gave up, or null. */
  @Nullable Aborted aborted();

  /**
   * The notice of one member, or null. A transport that keeps the first notice alone can leave this
   * as it is: an error of two members that differ then has the account of one of them.
   */
  default @Nullable Aborted aborted(int peer) {
    Aborted first = aborted();
    return first != null && first.peer() == peer ? first : null;
  }

  /** What has crossed the wire to and from a peer on this session's behalf. */
  FlowTotals totals(int peer);

  /** Ends the flows in order: what was written still arrives. */
  @Override
  void close();

  /**
   * What a member that gave up said.
   *
   * @param peer who
   * @param notice an abort value in the COMPACT profile, unchecked
   */
  @SuppressWarnings("ArrayRecordComponent") // read once, never compared
  record Aborted(int peer, byte[] notice) {}
}
