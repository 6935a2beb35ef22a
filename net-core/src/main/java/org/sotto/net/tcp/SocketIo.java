package org.sotto.net.tcp;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.time.Duration;

/** The kind of sockets in use: epoll where its native part loads, else the JDK's selector. */
record SocketIo(
    IoHandlerFactory factory,
    Class<? extends SocketChannel> socket,
    Class<? extends ServerSocketChannel> server) {

  /** Read buffers start small, for frames of a round, and grow for bulk data. */
  private static final int READ_BYTES_START = 4 << 10;

  private static final int READ_BYTES_MOST = 256 << 10;

  /** What was read is best copied while it is in the cache. */
  private static final int READS_AT_ONCE = 2;

  /** Set to {@code true} for the JDK's selector where epoll would load too. */
  private static final String NIO_PROPERTY = "sotto.net.nio";

  static SocketIo best() {
    return Epoll.isAvailable() && !Boolean.getBoolean(NIO_PROPERTY) ? epoll() : nio();
  }

  static SocketIo epoll() {
    return new SocketIo(
        EpollIoHandler.newFactory(), EpollSocketChannel.class, EpollServerSocketChannel.class);
  }

  static SocketIo nio() {
    return new SocketIo(
        NioIoHandler.newFactory(), NioSocketChannel.class, NioServerSocketChannel.class);
  }

  Bootstrap dialing(EventLoopGroup group, Duration timeout, ChannelHandler handler) {
    return new Bootstrap()
        .group(group)
        .channel(socket)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.AUTO_CLOSE, false)
        .option(ChannelOption.RECVBUF_ALLOCATOR, readBuffers())
        .option(
            ChannelOption.CONNECT_TIMEOUT_MILLIS,
            (int) Math.max(1, Math.min(Integer.MAX_VALUE, timeout.toMillis())))
        .handler(handler);
  }

  ServerBootstrap listening(EventLoopGroup group, ChannelHandler childHandler) {
    return new ServerBootstrap()
        .group(group)
        .channel(server)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.AUTO_CLOSE, false)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, readBuffers())
        .childHandler(childHandler);
  }

  private static AdaptiveRecvByteBufAllocator readBuffers() {
    AdaptiveRecvByteBufAllocator sizes =
        new AdaptiveRecvByteBufAllocator(512, READ_BYTES_START, READ_BYTES_MOST);
    sizes.maxMessagesPerRead(READS_AT_ONCE);
    return sizes;
  }
}
