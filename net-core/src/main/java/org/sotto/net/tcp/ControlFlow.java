package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;

/**
 * The flow to a peer that lives as long as the mesh: its end is how a party learns, between
 * sessions, that a peer is gone. It carries nothing after the hello.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class ControlFlow extends ChannelInboundHandlerAdapter {
  private final SocketChannel channel;
  private final Hello hello;
  private final Runnable onEnd;
  private boolean ended;

  ControlFlow(SocketChannel channel, Hello hello, Runnable onEnd) {
    this.channel = channel;
    this.hello = hello;
    this.onEnd = onEnd;
  }

  Hello hello() {
    return hello;
  }

  SocketChannel channel() {
    return channel;
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ((ByteBuf) message).release();
    end();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (event instanceof ChannelInputShutdownEvent) {
      end();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    end();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    end();
  }

  private void end() {
    if (!ended) {
      ended = true;
      onEnd.run();
      channel.close();
    }
  }
}
