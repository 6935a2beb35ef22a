package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.FlowTotals;

/** One socket of a driven session: fills its {@link TcpInbound} and holds the write under way. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class SessionFlow extends ChannelInboundHandlerAdapter {
  private final SocketChannel channel;
  private final long handshakeSent;
  private final long handshakeReceived;
  private final Runnable onEnd;
  private final TcpInbound inbound = new TcpInbound();
  private @Nullable ChannelFuture write;
  private volatile @Nullable Throwable cutReason;
  private long sent;

  SessionFlow(SocketChannel channel, Handshake handshake, Runnable onEnd) {
    this.channel = channel;
    this.handshakeSent = handshake.sentBytes();
    this.handshakeReceived = handshake.receivedBytes();
    this.onEnd = onEnd;
  }

  SocketChannel channel() {
    return channel;
  }

  TcpInbound inbound() {
    return inbound;
  }

  FlowTotals totals() {
    return new FlowTotals(
        handshakeSent + sent,
        handshakeReceived + inbound.arrived(),
        handshakeSent,
        handshakeReceived);
  }

  void write(ByteBuffer bytes) {
    sent += bytes.remaining();
    ChannelFuture started = channel.writeAndFlush(Unpooled.wrappedBuffer(bytes));
    write = started.isDone() ? null : started;
  }

  /** Whether the write is still under way; a failed one is over, the inbound side tells. */
  boolean writing() {
    if (write != null && write.isDone()) {
      write = null;
    }
    return write != null;
  }

  /** Cuts the socket from any thread; the owner fails with this reason at its next wait. */
  void cut(Throwable reason) {
    cutReason = reason;
    channel.close();
  }

  void end(@Nullable Throwable cause) {
    if (inbound.end(cause == null ? cutReason : cause)) {
      onEnd.run();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    inbound.arrive((ByteBuf) message);
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      end(null);
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end(null);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    end(cause);
  }
}
