package org.sotto.net;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
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
  private final @Nullable TranscriptHash transcript;
  private final @Nullable TagTrail tags;
  private ByteBuf block = Unpooled.EMPTY_BUFFER;
  private int started;
  private int blockBytes = FIRST_BLOCK_BYTES;
  private long written;
  private long lastDepth;
  private int wholeFrom;
  private int headerBytes;
  private long endBytes;

  Outbox(
      Session session,
      Flows flows,
      Pump pump,
      int peer,
      int frameCap,
      @Nullable TranscriptHash transcript,
      @Nullable TagTrail tags) {
    this.session = session;
    this.flows = flows;
    this.pump = pump;
    this.peer = peer;
    this.chunkBytes = Math.min(CHUNK_BYTES, frameCap);
    this.striping = new Striping(flows, peer);
    this.transcript = transcript;
    this.tags = tags;
  }

  /** Whether a message of this length goes in one frame. */
  boolean fits(long length) {
    return length <= (striping.spreads() ? Math.min(Striping.WHOLE_BYTES, chunkBytes) : chunkBytes);
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
    pump.awaitRoom(peer);
    lastHeader(length, depth);
    if (tags != null) {
      tag(tags, Form.VALUE, length);
    }
    wholeFrom = block.writerIndex();
    return block;
  }

  private void lastHeader(int length, long depth) {
    prepare(length);
    headerBytes = header(length, depth);
  }

  private void tag(TagTrail trail, Form form, long length) {
    block.writeByte(trail.tagOfSend(session.phase(), form, length));
    headerBytes++;
  }

  /** Ends what {@link #beginWhole} began. */
  void endWhole() {
    if (transcript != null) {
      transcript.add(block, wholeFrom, block.writerIndex() - wholeFrom);
    }
    end();
  }

  private void end() {
    session.sent(peer, true, block.writerIndex() - wholeFrom, headerBytes);
    if (block.writerIndex() - started >= FLUSH_BYTES) {
      start();
    }
  }

  /**
   * Sends a message of the first {@code length} bytes of {@code source}; they are copied on return.
   * The bytes must be in wire order.
   */
  void message(Form form, MemorySegment source, long length, long depth) {
    if (transcript != null) {
      transcript.add(source, length);
    }
    long from = 0;
    if (!fits(length)) {
      boolean spread = striping.spreads();
      int most = spread ? partBytes(length) : chunkBytes;
      // The last frame goes on flow 0: what is spread leaves it nothing but the end.
      while (length - from > (spread ? 0 : most)) {
        int bytes = (int) Math.min(most, length - from);
        part(form, source, from, bytes, length);
        from += bytes;
      }
    }
    int rest = (int) (length - from);
    if (rest > 0 || from == 0) {
      pump.awaitRoom(peer);
    } // The word that a message has ended waits for nothing.
    lastHeader(rest, depth);
    if (tags != null && from == 0) {
      tag(tags, form, length);
    }
    wholeFrom = block.writerIndex();
    copy(source, from, block, rest);
    end();
  }

  private int partBytes(long length) {
    // Behind others as long, a message that fits one part gains nothing from being cut.
    long share =
        length <= chunkBytes && striping.pending() >= length
            ? length
            : Math.ceilDiv(length, (long) striping.usable());
    return (int) Math.min(chunkBytes, Math.max(Striping.LEAST_PART_BYTES, share));
  }

  private void part(Form form, MemorySegment source, long from, int bytes, long length) {
    pump.awaitRoom(peer);
    int flow = striping.next(bytes);
    prepare(flow == 0 ? bytes : Frame.MAX_HEADER_BYTES);
    int before = block.writerIndex();
    Frame.writeVarint(block, (long) bytes << 2 | (flow == 0 ? Frame.MORE : Frame.STRIPED));
    if (flow != 0) {
      Frame.writeVarint(block, flow);
    }
    if (tags != null && from == 0) {
      tag(tags, form, length);
    }
    session.sent(peer, false, bytes, block.writerIndex() - before);
    if (flow == 0) {
      copy(source, from, block, bytes);
    } else {
      ByteBuf stripe = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
      copy(source, from, stripe, bytes);
      written += bytes;
      try {
        write(flow, stripe, 0, bytes);
      } finally {
        stripe.release();
      }
    }
    start();
  }

  /** Says that an outermost phase ends, and what was sent until then; does not wait. */
  void endPhase(TagTrail trail) {
    pump.awaitRoom(peer);
    prepare(0);
    long sum = trail.sumAtEnd(session.phase());
    block.writeByte(Frame.PHASE_END).writeByte(trail.tagOfEnd(session.phase())).writeLongLE(sum);
    endBytes += Frame.PHASE_END_BYTES;
  }

  /** Bytes of ends of phases handed over so far. */
  long endBytes() {
    return endBytes;
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

  /** Makes room in a block for a frame. */
  private void prepare(int length) {
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
    MemorySegment.copy(source, JAVA_BYTE, from, to, JAVA_BYTE, 0, count);
    target.writerIndex(target.writerIndex() + count);
  }
}
