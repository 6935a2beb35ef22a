package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.function.Consumer;

/** Cuts what arrives on a control flow into messages; holds at most one that is not whole. */
final class ControlReader {
  private static final int MAX_LENGTH_BITS = 21;

  private ByteBuf unread = Unpooled.EMPTY_BUFFER;
  private boolean closed;

  /**
   * Takes bytes, and one reference to them.
   *
   * @param then given each message that is whole; it may close this reader
   * @throws IllegalArgumentException if a message is malformed or too long
   * @throws IndexOutOfBoundsException if a message ends before its body does
   */
  void read(ByteBuf bytes, Consumer<ControlMessage> then) {
    ByteBuf all = unread.isReadable() ? Unpooled.copiedBuffer(unread, bytes) : bytes.retain();
    unread.release();
    bytes.release();
    unread = all;
    while (!closed && next(then)) {
      // the next message
    }
  }

  private boolean next(Consumer<ControlMessage> then) {
    int start = unread.readerIndex();
    int length = 0;
    int shift = 0;
    byte next;
    do {
      if (!unread.isReadable()) {
        unread.readerIndex(start);
        return false;
      }
      next = unread.readByte();
      length |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0 && shift < MAX_LENGTH_BITS);
    if (next < 0 || length > ControlMessage.MAX_BYTES) {
      throw new IllegalArgumentException(
          "a length of " + length + ", at most " + ControlMessage.MAX_BYTES + " is allowed");
    }
    if (unread.readableBytes() < length) {
      unread.readerIndex(start);
      return false;
    }
    then.accept(ControlMessage.read(unread.readSlice(length)));
    return true;
  }

  /** Lets go of what is not whole. */
  void close() {
    closed = true;
    unread.release();
    unread = Unpooled.EMPTY_BUFFER;
  }
}
