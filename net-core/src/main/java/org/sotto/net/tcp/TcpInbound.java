package org.sotto.net.tcp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.Inbound;

/** The buffers that a flow has filled, in order; each is released when its last byte is taken. */
final class TcpInbound implements Inbound {
  private static final ArrayDeque<ByteBuf> NONE = new ArrayDeque<>(0);

  /** Made with the first of them: thousands of sessions may be idle. */
  private ArrayDeque<ByteBuf> chunks = NONE;

  private long readable;
  private long arrived;
  private boolean ended;
  private @Nullable Throwable failure;

  void arrive(ByteBuf chunk) {
    if (!chunk.isReadable()) {
      chunk.release();
      return;
    }
    if (arrived == 0) {
      chunks = new ArrayDeque<>(2);
    }
    readable += chunk.readableBytes();
    arrived += chunk.readableBytes();
    chunks.add(chunk);
  }

  /** Marks the end; whether it was news. */
  boolean end(@Nullable Throwable why) {
    if (ended) {
      return false;
    }
    ended = true;
    failure = why;
    return true;
  }

  /** Gives the memory back; the counts stay for the ledger. */
  void release() {
    chunks.forEach(ByteBuf::release);
    chunks.clear();
  }

  @Override
  public long readable() {
    return readable;
  }

  @Override
  public long arrived() {
    return arrived;
  }

  @Override
  public byte readByte() {
    ByteBuf head = chunks.getFirst();
    byte value = head.readByte();
    readable--;
    if (!head.isReadable()) {
      chunks.removeFirst().release();
    }
    return value;
  }

  @Override
  public void read(MemorySegment target, long offset, long count) {
    long at = offset;
    long left = count;
    while (left > 0) {
      ByteBuf head = chunks.getFirst();
      int run = (int) Math.min(left, head.readableBytes());
      MemorySegment source = MemorySegment.ofBuffer(head.nioBuffer(head.readerIndex(), run));
      MemorySegment.copy(source, JAVA_BYTE, 0, target, JAVA_BYTE, at, run);
      head.skipBytes(run);
      at += run;
      left -= run;
      if (!head.isReadable()) {
        chunks.removeFirst().release();
      }
    }
    readable -= count;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public @Nullable Throwable failure() {
    return failure;
  }
}
