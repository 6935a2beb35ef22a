package org.sotto.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.lang.foreign.MemorySegment;
import org.sotto.net.transport.Flows;

/**
 * Frames on their way to one peer. Small ones are gathered here until a flush; a large message is
 * cut into frames of at most {@link #CHUNK_BYTES} that are written as they are filled, so memory
 * stays bounded whatever its size.
 */
final class Outbox {
  /** The most payload in one frame, unless the frame cap is lower. */
  static final int CHUNK_BYTES = 256 << 10;

  /** Gathered bytes above which the outbox is flushed on its own. */
  private static final int FLUSH_BYTES = 64 << 10;

  private final Session session;
  private final Flows flows;
  private final Pump pump;
  private final int peer;
  private final int chunkBytes;
  private final ByteBuf out = PooledByteBufAllocator.DEFAULT.directBuffer(512);
  private long lastDepth;
  private int wholeBytes;
  private int headerBytes;

  Outbox(Session session, Flows flows, Pump pump, int peer, int frameCap) {
    this.session = session;
    this.flows = flows;
    this.pump = pump;
    this.peer = peer;
    this.chunkBytes = Math.min(CHUNK_BYTES, frameCap);
  }

  /**
   * Begins a message that fits one frame and returns where to put its {@code length} bytes; {@link
   * #endWhole} ends it.
   */
  ByteBuf beginWhole(int length, long depth) {
    prepare(length);
    wholeBytes = length;
    headerBytes = header(length, depth);
    return out;
  }

  /** Whether a message of this length fits one frame. */
  boolean fits(long length) {
    return length <= chunkBytes;
  }

  /** Ends what {@link #beginWhole} began. */
  void endWhole() {
    session.sent(peer, true, wholeBytes, headerBytes);
    if (out.readableBytes() >= FLUSH_BYTES) {
      start();
    }
  }

  /**
   * Sends a message of the first {@code length} bytes of {@code source}; they are copied or written
   * on return. The bytes must be in wire order.
   */
  void message(MemorySegment source, long length, long depth) {
    long from = 0;
    while (!fits(length - from)) {
      prepare(chunkBytes);
      int before = out.readableBytes();
      Frame.writeVarint(out, (long) chunkBytes << 2 | Frame.MORE);
      int header = out.readableBytes() - before;
      copy(source, from, chunkBytes);
      session.sent(peer, false, chunkBytes, header);
      from += chunkBytes;
      start();
    }
    int rest = (int) (length - from);
    beginWhole(rest, depth);
    copy(source, from, rest);
    endWhole();
  }

  /** Appends a control frame; its bytes on the wire. */
  int control(ByteBuf payload) {
    int length = payload.readableBytes();
    prepare(length);
    int before = out.readableBytes();
    Frame.writeVarint(out, (long) length << 2 | Frame.CONTROL);
    out.writeBytes(payload);
    return out.readableBytes() - before;
  }

  /** Starts to write what is gathered, if nothing is on its way already. */
  void start() {
    if (out.isReadable() && !flows.writing(peer)) {
      flows.write(peer, out.nioBuffer());
      out.skipBytes(out.readableBytes());
    }
  }

  void release() {
    out.release();
  }

  private void prepare(int length) {
    if (out.readableBytes() + length > chunkBytes) {
      start();
    }
    pump.awaitWritten(peer);
    if (!out.isReadable()) {
      out.clear();
    }
    out.ensureWritable(length + Frame.MAX_HEADER_BYTES);
  }

  private int header(int length, long depth) {
    int before = out.readableBytes();
    if (depth == lastDepth + 1) {
      Frame.writeVarint(out, (long) length << 2 | Frame.END);
    } else {
      Frame.writeVarint(out, (long) length << 2 | Frame.END_DEPTH);
      Frame.writeVarint(out, depth);
    }
    lastDepth = depth;
    return out.readableBytes() - before;
  }

  private void copy(MemorySegment source, long from, int count) {
    MemorySegment target = MemorySegment.ofBuffer(out.internalNioBuffer(out.writerIndex(), count));
    MemorySegment.copy(source, from, target, 0, count);
    out.writerIndex(out.writerIndex() + count);
  }
}
