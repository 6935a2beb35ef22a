package org.sotto.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import org.sotto.codec.SottoException;
import org.sotto.net.transport.Flows;

/**
 * Frames on their way to one peer. Small ones are gathered here until a flush; a large message is
 * cut into frames of at most {@link #CHUNK_BYTES} that are written as they are filled, so memory
 * stays bounded whatever its size, and spread over the flows that there are.
 *
 * <p>Bytes are put into blocks that are handed to the flows slice by slice and never changed
 * afterwards: a flow may have to send them again.
 */
final class Outbox {
  /** The most payload in one frame, unless the frame cap is lower. */
  static final int CHUNK_BYTES = 256 << 10;

  /** Gathered bytes above which the outbox is flushed on its own. */
  private static final int FLUSH_BYTES = 64 << 10;

  private static final int FIRST_BLOCK_BYTES = 256;
  private static final int LARGEST_BLOCK_BYTES = 64 << 10;

  private final Session session;
  private final Flows flows;
  private final Pump pump;
  private final int peer;
  private final int chunkBytes;
  private final Striping striping;
  private ByteBuf block = Unpooled.EMPTY_BUFFER;
  private int started;
  private int blockBytes = FIRST_BLOCK_BYTES;
  private long written;
  private long lastDepth;
  private int wholeFrom;
  private int headerBytes;

  Outbox(Session session, Flows flows, Pump pump, int peer, int frameCap) {
    this.session = session;
    this.flows = flows;
    this.pump = pump;
    this.peer = peer;
    this.chunkBytes = Math.min(CHUNK_BYTES, frameCap);
    this.striping = new Striping(flows, peer);
  }

  /** Whether a message of this length fits one frame. */
  boolean fits(long length) {
    return length <= chunkBytes;
  }

  /** Bytes handed to the flows so far. */
  long written() {
    return written;
  }

  /**
   * Begins a message that fits one frame and returns where to put its {@code length} bytes; {@link
   * #endWhole} ends it.
   */
  ByteBuf beginWhole(int length, long depth) {
    prepare(length);
    headerBytes = header(length, depth);
    wholeFrom = block.writerIndex();
    return block;
  }

  /** Ends what {@link #beginWhole} began. */
  void endWhole() {
    session.sent(peer, true, block.writerIndex() - wholeFrom, headerBytes);
    if (block.writerIndex() - started >= FLUSH_BYTES) {
      start();
    }
  }

  /**
   * Sends a message of the first {@code length} bytes of {@code source}; they are copied on return.
   * The bytes must be in wire order.
   */
  void message(MemorySegment source, long length, long depth) {
    long from = 0;
    while (!fits(length - from)) {
      part(source, from);
      from += chunkBytes;
    }
    int rest = (int) (length - from);
    copy(source, from, beginWhole(rest, depth), rest);
    endWhole();
  }

  private void part(MemorySegment source, long from) {
    pump.awaitRoom(peer);
    int flow = striping.next(chunkBytes);
    prepare(flow == 0 ? chunkBytes : Frame.MAX_HEADER_BYTES);
    int before = block.writerIndex();
    Frame.writeVarint(block, (long) chunkBytes << 2 | (flow == 0 ? Frame.MORE : Frame.STRIPED));
    if (flow != 0) {
      Frame.writeVarint(block, flow);
    }
    session.sent(peer, false, chunkBytes, block.writerIndex() - before);
    if (flow == 0) {
      copy(source, from, block, chunkBytes);
    } else {
      ByteBuf stripe = PooledByteBufAllocator.DEFAULT.directBuffer(chunkBytes);
      copy(source, from, stripe, chunkBytes);
      written += chunkBytes;
      try {
        write(flow, stripe, 0, chunkBytes);
      } finally {
        stripe.release();
      }
    }
    start();
  }

  /** Hands what is gathered to the flow, and waits until it can leave without this thread. */
  void flush() {
    start();
    pump.awaitAfloat(peer);
  }

  /** Hands what is gathered to the flow; does not wait. */
  void start() {
    int gathered = block.writerIndex() - started;
    if (gathered > 0) {
      int from = started;
      started += gathered;
      write(0, block, from, gathered);
      written += gathered;
    }
  }

  private void write(int flow, ByteBuf bytes, int from, int length) {
    try {
      flows.write(peer, flow, bytes, from, length);
    } catch (SottoException e) {
      throw session.faults().below(e);
    }
  }

  void release() {
    block.release();
    block = Unpooled.EMPTY_BUFFER;
    started = 0;
  }

  /** Waits for room at the peer and makes room in a block for a frame. */
  private void prepare(int length) {
    pump.awaitRoom(peer);
    int needed = length + Frame.MAX_HEADER_BYTES;
    if (block.capacity() - block.writerIndex() < needed) {
      start();
      release();
      blockBytes = Math.min(2 * blockBytes, LARGEST_BLOCK_BYTES);
      int bytes = Math.max(blockBytes, needed);
      block = PooledByteBufAllocator.DEFAULT.directBuffer(bytes, bytes);
    }
  }

  private int header(int length, long depth) {
    int before = block.writerIndex();
    if (depth == lastDepth + 1) {
      Frame.writeVarint(block, (long) length << 2 | Frame.END);
    } else {
      Frame.writeVarint(block, (long) length << 2 | Frame.END_DEPTH);
      Frame.writeVarint(block, depth);
    }
    lastDepth = depth;
    return block.writerIndex() - before;
  }

  private static void copy(MemorySegment source, long from, ByteBuf target, int count) {
    MemorySegment to =
        MemorySegment.ofBuffer(target.internalNioBuffer(target.writerIndex(), count));
    MemorySegment.copy(source, from, to, 0, count);
    target.writerIndex(target.writerIndex() + count);
  }
}
