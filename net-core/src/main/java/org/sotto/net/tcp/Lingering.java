package org.sotto.net.tcp;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Sockets of sessions that have closed here and not yet at the peer. Closing them at once could
 * make the system answer the peer's last bytes with a reset, which throws away what the peer has
 * not read; so each is read to its end first, or until the time is over.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Lingering {
  private final EventLoopGroup group;
  private final Duration timeout;
  private final Set<SocketChannel> channels = new HashSet<>();
  private boolean closed;

  Lingering(EventLoopGroup group, Duration timeout) {
    this.group = group;
    this.timeout = timeout;
  }

  void add(SocketChannel channel) {
    synchronized (this) {
      if (closed) {
        channel.unsafe().closeForcibly(); // The loops are gone with the mesh.
        return;
      }
      channels.add(channel);
    }
    channel.closeFuture().addListener(closed -> remove(channel));
    group
        .next()
        .register(channel)
        .addListener(
            registered -> {
              if (!registered.isSuccess()) {
                channel.unsafe().closeForcibly(); // The mesh has closed.
                remove(channel);
                return;
              }
              channel.pipeline().addLast(new Discard());
              channel.config().setAutoRead(true);
              channel
                  .eventLoop()
                  .schedule(() -> channel.close(), timeout.toMillis(), TimeUnit.MILLISECONDS);
              if (channel.isInputShutdown()) {
                channel.close();
              }
            });
  }

  private synchronized void remove(SocketChannel channel) {
    channels.remove(channel);
    notifyAll();
  }

  /** Waits until all peers have ended too, or the time is over. */
  synchronized void close() {
    closed = true;
    long end = System.nanoTime() + timeout.toNanos();
    try {
      while (!channels.isEmpty()) {
        long left = end - System.nanoTime();
        if (left <= 0) {
          break;
        }
        TimeUnit.NANOSECONDS.timedWait(this, left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Set.copyOf(channels).forEach(SocketChannel::close);
  }

  private static final class Discard extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ReferenceCountUtil.release(message);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof ChannelInputShutdownEvent) {
        ctx.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      ctx.close();
    }
  }
}
