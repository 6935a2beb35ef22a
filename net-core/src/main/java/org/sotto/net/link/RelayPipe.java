package org.sotto.net.link;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One direction of one connection: reads one socket as far as its backlog allows, tells the link,
 * and writes to the other socket what has arrived. Event loop only.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // a failed write closes its channel, and that is heard
final class RelayPipe extends ChannelInboundHandlerAdapter {
  private enum End {
    /** The source may send more. */
    OPEN,
    /** The source has said that it sends no more. */
    FINISHED,
    /** The source is gone. */
    RESET
  }

  private final RelayLink link;
  private final RelayFlow flow;
  private final Direction direction;
  private final ArrayDeque<ByteBuf> bytes = new ArrayDeque<>();
  private @Nullable SocketChannel source;
  private @Nullable SocketChannel sink;
  // Read from the source and not yet taken by the kernel of the sink.
  private long backlog;
  // Arrived at the end of the link and not yet given to the sink.
  private long arrived;
  private long beingWritten;
  private boolean reading;
  private End end = End.OPEN;
  private boolean endArrived;
  private boolean sinkFinished;

  RelayPipe(RelayLink link, RelayFlow flow, Direction direction) {
    this.link = link;
    this.flow = flow;
    this.direction = direction;
  }

  /** Where bytes come from; reading starts. */
  void from(SocketChannel channel) {
    source = channel;
    read();
  }

  /** Where bytes go; what has arrived already is written. */
  void to(SocketChannel channel) {
    sink = channel;
    write();
  }

  /** Reads if there is room. */
  void read() {
    if (source != null
        && end == End.OPEN
        && !reading
        && !link.isFrozen()
        && backlog < link.mostBacklog()) {
      reading = true;
      source.read();
    }
  }

  /**
   * The next bytes are at the end of the link, or its end is if there are none.
   *
   * @return whether {@link #write} is to be called for the first time since
   */
  boolean arrived(long count) {
    boolean first = arrived == 0 && !endArrived;
    arrived += count;
    endArrived |= count == 0;
    return first || endArrived;
  }

  /** Gives the sink what has arrived. */
  void write() {
    SocketChannel to = sink;
    if (to == null) {
      return;
    }
    boolean any = arrived > 0;
    // A write that fails at once may end the flow and release the bytes.
    while (arrived > 0 && !flow.isOver()) {
      ByteBuf head = bytes.getFirst();
      int count = (int) Math.min(arrived, head.readableBytes());
      arrived -= count;
      beingWritten += count;
      boolean whole = count == head.readableBytes();
      ByteBuf out = whole ? bytes.removeFirst() : head.readRetainedSlice(count);
      to.write(out).addListener(written -> written(count));
    }
    if (any) {
      to.flush();
    }
    finish(to);
  }

  private void written(int count) {
    beingWritten -= count;
    backlog -= count;
    if (beingWritten == 0 && sink != null) {
      finish(sink);
    }
    read();
  }

  private void finish(SocketChannel to) {
    if (!endArrived || sinkFinished || flow.isOver()) {
      return;
    }
    if (end == End.RESET) {
      flow.reset();
    } else if (beingWritten == 0) {
      sinkFinished = true;
      to.shutdownOutput();
      flow.finished();
    }
  }

  /** Whether all that the source had to say, its end too, has been given to the sink. */
  boolean isFinished() {
    return sinkFinished;
  }

  /** Passes on that the source is gone, behind what it has said. */
  void sourceLost() {
    if (end != End.RESET && !flow.isOver()) {
      boolean known = end == End.FINISHED;
      end = End.RESET;
      if (!known || endArrived) {
        link.submit(direction, flow.number(), 0);
      }
    }
  }

  void release() {
    bytes.forEach(ByteBuf::release);
    bytes.clear();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (flow.isOver() || !(message instanceof ByteBuf buffer) || !buffer.isReadable()) {
      ReferenceCountUtil.release(message);
      return;
    }
    bytes.add(buffer);
    backlog += buffer.readableBytes();
    link.submit(direction, flow.number(), buffer.readableBytes());
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    reading = false;
    read();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof ChannelInputShutdownEvent && end == End.OPEN && !flow.isOver()) {
      end = End.FINISHED;
      link.submit(direction, flow.number(), 0);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    sourceLost();
    context.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    sourceLost();
  }
}
