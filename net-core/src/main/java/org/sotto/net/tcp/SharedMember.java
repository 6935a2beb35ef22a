package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.transport.FlowTotals;

/**
 * One member of a shared session: its flows' bytes both ways, and the credit for them. The
 * session's thread writes and takes in; the event loop hands over and delivers.
 */
final class SharedMember extends TcpSession.Member {
  private final TcpInbound[] inbound;
  private final long[] written;
  private long @Nullable [] unsubmitted; // made when the peer is first found gone
  private final long[] credited;
  private final AtomicLongArray acked;
  private volatile long handedOver; // the event loop alone writes it, and the headers
  private volatile long headers;
  private volatile @Nullable AtomicLongArray reached;
  private final long[] handed; // by flow; the event loop's
  private long delivered; // the event loop's
  private long headersReceived;
  private volatile long taken; // the session's thread alone writes it

  SharedMember(Link link, int flows) {
    super(link);
    this.inbound = new TcpInbound[flows];
    Arrays.setAll(inbound, i -> new TcpInbound());
    this.written = new long[flows];
    this.credited = new long[flows];
    this.acked = new AtomicLongArray(flows);
    this.handed = new long[flows];
  }

  int flows() {
    return inbound.length;
  }

  TcpInbound flow(int index) {
    return inbound[index];
  }

  /** Whether what is written still has a reader. */
  boolean reads() {
    return lost() == null && closedAt() == null;
  }

  void write(int flow, ByteBuf block, int from, int length) {
    written[flow] += length;
    if (reads()) {
      link().shared(flow).submit(this, flow, block, from, length);
    } else {
      if (unsubmitted == null) {
        unsubmitted = new long[written.length];
      }
      unsubmitted[flow] += length;
    }
  }

  /** Notes that a run has left the queue of its flow; on the event loop. */
  void handedOver(int flow, int bytes, int header) {
    handed[flow] += bytes;
    long before = handedOver;
    handedOver = before + bytes;
    long headersBefore = headers;
    headers = headersBefore + header;
  }

  /**
   * Notes how far on the link's flow a run of this session goes; on the event loop. An idle session
   * has no memory for it.
   */
  void reached(int flow, long offset) {
    AtomicLongArray known = reached;
    if (known == null) {
      known = new AtomicLongArray(written.length);
      reached = known;
    }
    known.set(flow, offset);
  }

  /** Whether nothing of this session is on its way to the peer's event loop. */
  boolean isThrough() {
    if (!flushed()) {
      return false;
    }
    AtomicLongArray known = reached;
    for (int flow = 0; known != null && flow < written.length; flow++) {
      if (!link().shared(flow).isThrough(known.get(flow))) {
        return false;
      }
    }
    return true;
  }

  /** Whether all that was written has left the queues. */
  boolean flushed() {
    return handedOver >= sum();
  }

  /** Counts a run that has come; on the event loop. Returns what the thread has not taken. */
  long deliver(int bytes) {
    delivered += bytes;
    return delivered - taken;
  }

  /** Takes a run in, and its bytes with it. */
  void take(int flow, ByteBuf bytes, int header) {
    long before = taken;
    taken = before + bytes.readableBytes();
    headersReceived += header;
    inbound[flow].arrive(bytes);
  }

  /**
   * Gives credit for what was taken, if it is at least a step. The window is for all flows
   * together, and so is the step: many flows must not hold it up.
   */
  void credit(long step) {
    if (uncredited() < step) {
      return;
    }
    for (int flow = 0; flow < inbound.length; flow++) {
      long arrived = inbound[flow].arrived();
      if (arrived > credited[flow]) {
        credited[flow] = arrived;
        if (lost() == null) {
          link().send(new ControlMessage.Ack(remote(), flow, arrived));
        }
      }
    }
  }

  /**
   * Takes credit from the peer; on the event loop.
   *
   * @return whether there is more than before
   * @throws ConnectException if it is for more than the peer can have got
   */
  boolean acknowledged(int flow, long received, String session) throws ConnectException {
    if (flow < handed.length && received > handed[flow]) {
      throw new ConnectException(
          link().peer().label()
              + ", session "
              + session
              + ": expected credit for at most "
              + handed[flow]
              + " bytes sent on flow "
              + flow
              + ", got "
              + received,
          null);
    }
    if (flow < acked.length() && received > acked.get(flow)) {
      acked.set(flow, received);
      return true;
    }
    return false;
  }

  /** Bytes of a flow that the peer has not taken. */
  long pending(int flow) {
    return Math.max(0, written[flow] - acked.get(flow));
  }

  long pending() {
    long sum = 0;
    for (int flow = 0; flow < written.length; flow++) {
      sum += written[flow] - acked.get(flow);
    }
    return sum;
  }

  /** Bytes that the peer gets of each flow: what is written once it has closed stays here. */
  List<Long> submitted() {
    List<Long> sums = new ArrayList<>();
    for (int flow = 0; flow < written.length; flow++) {
      sums.add(written[flow] - (unsubmitted == null ? 0 : unsubmitted[flow]));
    }
    return sums;
  }

  /** Whether the event loop has seen all that the peer has sent; on the event loop. */
  boolean allDelivered(List<Long> sent) {
    long sum = 0;
    for (int flow = 0; flow < Math.min(inbound.length, sent.size()); flow++) {
      sum += sent.get(flow);
    }
    return delivered >= sum;
  }

  FlowTotals totals() {
    long out = headers;
    return new FlowTotals(sum() + out, arrived() + headersReceived, out, headersReceived);
  }

  /** Lets go of what arrived and was not read. */
  void release() {
    for (TcpInbound flow : inbound) {
      flow.release();
    }
  }

  private long sum() {
    long sum = 0;
    for (long bytes : written) {
      sum += bytes;
    }
    return sum;
  }

  private long arrived() {
    long sum = 0;
    for (TcpInbound flow : inbound) {
      sum += flow.arrived();
    }
    return sum;
  }

  private long uncredited() {
    long sum = 0;
    for (int flow = 0; flow < inbound.length; flow++) {
      sum += inbound[flow].arrived() - credited[flow];
    }
    return sum;
  }

  @Override
  boolean allHere(List<Long> sent) {
    for (int flow = 0; flow < Math.min(inbound.length, sent.size()); flow++) {
      if (inbound[flow].arrived() != sent.get(flow)) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean mayCome() {
    return false;
  }

  @Override
  void end(@Nullable Throwable why) {
    for (TcpInbound flow : inbound) {
      flow.end(why);
    }
  }
}
