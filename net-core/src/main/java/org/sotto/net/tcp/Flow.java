package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * An ordered byte flow to one peer and back that outlives its connections. What was written is kept
 * until the peer has acknowledged it; when a connection drops, the next one begins with how much
 * each end has received, and the rest is sent again: nothing is lost, doubled or reordered. There
 * is no framing and no sequence number on the wire.
 *
 * <p>All methods but those named {@code acknowledged} are called by the thread that serves the
 * flow.
 */
@SuppressWarnings({
  "FutureReturnValueIgnored", // what fails closes its channel, and that is heard
  "ReferenceEquality" // the very block
})
final class Flow {
  private static final int FIRST_ACK_BYTES = 16 << 10;
  private static final int LARGEST_ACK_BYTES = 1 << 20;

  /** Who owns a flow. */
  interface Owner {
    /** Takes what has arrived, and one reference to it. */
    void arrived(Flow flow, ByteBuf bytes);

    /** Enough has arrived to tell the peer. */
    void acknowledge(Flow flow, long received);

    /** The peer, and what the flow carries, for people. */
    String title();

    /** The connection has dropped. */
    void dropped(Flow flow, @Nullable Throwable cause);
  }

  /** A range of a block that may have to be sent again. */
  private static final class Kept {
    private final ByteBuf block;
    private int from;
    private int to;

    Kept(ByteBuf block, int from, int to) {
      this.block = block;
      this.from = from;
      this.to = to;
    }
  }

  private final int index;
  private final Owner owner;
  private final ArrayDeque<Kept> kept = new ArrayDeque<>(4);
  private long base;
  private long end;
  private long sentTo;
  private long resent;
  private final AtomicLong acked = new AtomicLong();
  private long received;
  private long ackedHere;
  private int ackBytes = FIRST_ACK_BYTES;
  private long helloSent;
  private long helloReceived;
  private @Nullable SocketChannel channel;
  private @Nullable EpollSocketChannel direct;
  private boolean closed;

  Flow(int index, Owner owner) {
    this.index = index;
    this.owner = owner;
  }

  int index() {
    return index;
  }

  /** Bytes that have arrived. */
  long received() {
    return received;
  }

  /** Bytes written. */
  long written() {
    return end;
  }

  boolean isUp() {
    return channel != null;
  }

  boolean isClosed() {
    return closed;
  }

  @Nullable SocketChannel channel() {
    return channel;
  }

  /** Whether this many bytes written before could be sent again. */
  boolean canResumeFrom(long offset) {
    return offset >= base && offset <= end;
  }

  /**
   * Goes on over a connection that has shaken hands and is served by the calling thread.
   *
   * @param peerReceived how many bytes have reached the peer, as its hello says
   * @throws IllegalStateException if what is missing is not kept any more
   */
  void attach(SocketChannel next, Handshake handshake, long peerReceived) {
    detach();
    if (closed || !next.isOpen()) {
      next.close();
      return;
    }
    if (!canResumeFrom(peerReceived)) {
      next.close();
      throw new IllegalStateException(
          "flow "
              + index
              + ": expected a peer that has received "
              + base
              + " to "
              + end
              + " bytes, got "
              + peerReceived);
    }
    acknowledged(peerReceived);
    prune();
    channel = next;
    direct = DirectWrite.of(next);
    ConnectionEvent.emit(this, owner, true);
    helloSent += handshake.sentBytes();
    helloReceived += handshake.receivedBytes();
    ByteBuf rest = handshake.takeRest();
    next.pipeline().addLast(new Handler(next));
    next.pipeline().remove(handshake);
    resent += Math.max(0, sentTo - peerReceived);
    sentTo = end;
    for (Kept range : kept) {
      next.write(range.block.retainedSlice(range.from, range.to - range.from), next.voidPromise());
    }
    next.flush();
    arrive(rest);
    next.config().setAutoRead(true);
    if (!next.isActive()) {
      drop(next, null);
    }
  }

  /**
   * Writes a range of a block; it leaves with the next {@link #flush}, or is kept while the flow
   * has no connection.
   */
  void write(ByteBuf block, int from, int length) {
    if (keep(block, from, length)) {
      SocketChannel now = channel;
      if (now != null) {
        now.write(block.retainedSlice(from, length), now.voidPromise());
        sentTo = end;
      }
    }
  }

  /**
   * Writes a range of a block at once. What the system takes right away goes there past Netty's
   * queue, which would make garbage and take longer.
   */
  void send(ByteBuf block, int from, int length) {
    if (keep(block, from, length)) {
      SocketChannel now = channel;
      if (now != null) {
        int taken = DirectWrite.some(direct, block, from, length);
        if (taken < length) {
          now.writeAndFlush(block.retainedSlice(from + taken, length - taken), now.voidPromise());
        }
        sentTo = end;
      }
    }
  }

  /** Keeps a range until it is acknowledged; a range behind the last one of its block joins it. */
  private boolean keep(ByteBuf block, int from, int length) {
    prune();
    if (closed) {
      swallow(length);
      return false;
    }
    end += length;
    Kept last = kept.peekLast();
    if (last != null && last.block == block && last.to == from) {
      last.to += length;
    } else {
      kept.add(new Kept(block.retain(), from, from + length));
    }
    return true;
  }

  /** Counts bytes that the peer does not want any more, and all before them, as received. */
  void swallow(int length) {
    end += length;
    base = end;
    sentTo = end;
    letGo();
  }

  private void letGo() {
    kept.forEach(range -> range.block.release());
    kept.clear();
  }

  void flush() {
    SocketChannel now = channel;
    if (now != null) {
      now.flush();
    }
  }

  /** Bytes written that the peer has not acknowledged. */
  long pending() {
    return end - Math.min(end, Math.max(base, acked.get()));
  }

  /** Bytes written that the connection has not taken yet. */
  long unsent() {
    SocketChannel now = channel;
    if (now == null) {
      return pending();
    }
    ChannelOutboundBuffer out = now.unsafe().outboundBuffer();
    return out == null ? 0 : out.totalPendingWriteBytes();
  }

  /** Whether all that was written has left this process. */
  boolean flushed() {
    if (pending() == 0 || closed) {
      return true;
    }
    SocketChannel now = channel;
    if (now == null) {
      return false;
    }
    ChannelOutboundBuffer out = now.unsafe().outboundBuffer();
    return out == null || out.isEmpty();
  }

  /** How many bytes the peer has acknowledged; asked by any thread. */
  long acknowledged() {
    return acked.get();
  }

  /** Notes that the peer has received this many bytes; called by any thread. */
  void acknowledged(long offset) {
    acked.accumulateAndGet(offset, Math::max);
  }

  /** Lets go of what the peer has received. */
  void prune() {
    long upTo = Math.min(acked.get(), end);
    while (upTo > base) {
      Kept first = kept.getFirst();
      int gone = (int) Math.min(upTo - base, first.to - first.from);
      base += gone;
      first.from += gone;
      if (first.from == first.to) {
        kept.removeFirst().block.release();
      }
    }
  }

  /** Tells the peer what has arrived since it was last told. */
  void acknowledgeNow() {
    if (received > ackedHere) {
      ackedHere = received;
      owner.acknowledge(this, received);
    }
  }

  boolean owesAcknowledgement() {
    return received > ackedHere;
  }

  /** Counts: all bytes sent, hellos and repetitions among them. */
  long sentBytes() {
    return helloSent + end + resent;
  }

  long receivedBytes() {
    return helloReceived + received;
  }

  long overheadSent() {
    return helloSent + resent;
  }

  long overheadReceived() {
    return helloReceived;
  }

  /** Leaves the connection, if there is one; the flow can go on over another. */
  void detach() {
    SocketChannel now = channel;
    if (now != null) {
      channel = null;
      now.close();
      ConnectionEvent.emit(this, owner, false);
    }
  }

  /** Ends for good, and lets go of everything. */
  void close() {
    closed = true;
    detach();
    letGo();
    base = end;
  }

  private void arrive(ByteBuf bytes) {
    if (!bytes.isReadable()) {
      bytes.release();
      return;
    }
    received += bytes.readableBytes();
    owner.arrived(this, bytes);
    if (received - ackedHere >= ackBytes) {
      ackBytes = Math.min(2 * ackBytes, LARGEST_ACK_BYTES);
      acknowledgeNow();
    }
  }

  private void drop(SocketChannel from, @Nullable Throwable cause) {
    if (from.equals(channel)) {
      channel = null;
      from.close();
      ConnectionEvent.emit(this, owner, false);
      owner.dropped(this, cause);
    }
  }

  /** Feeds the flow from one connection, until it has another. */
  private final class Handler extends ChannelInboundHandlerAdapter {
    private final SocketChannel mine;
    private @Nullable Throwable cause;

    Handler(SocketChannel mine) {
      this.mine = mine;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (mine.equals(channel) && !closed) {
        arrive((ByteBuf) message);
      } else {
        ((ByteBuf) message).release(); // The flow goes on elsewhere, and this comes there again.
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      drop(mine, cause);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable thrown) {
      cause = thrown;
      if (!(thrown instanceof IOException) || thrown instanceof SSLException) {
        ctx.close();
      } // A write that fails: what has arrived is still to be read, and then the end.
    }
  }

  @Override
  public String toString() {
    return "flow " + index + ", " + received + " bytes received, " + end + " written";
  }
}
