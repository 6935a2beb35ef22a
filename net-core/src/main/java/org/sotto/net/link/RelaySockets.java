package org.sotto.net.link;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;

/**
 * The relay's sockets and its one thread. Epoll keeps time to some 60 microseconds, the JDK's
 * selector to a millisecond.
 */
record RelaySockets(
    EventLoopGroup group,
    Class<? extends SocketChannel> socket,
    Class<? extends ServerSocketChannel> server) {

  /** The most that one read takes. */
  private static final int READ_BYTES_MOST = 64 << 10;

  /** What the kernel may hold in front of the relay, so that a full link is felt by its sender. */
  private static final int RECEIVE_BYTES = 256 << 10;

  static RelaySockets open() {
    boolean epoll = Epoll.isAvailable() && !Boolean.getBoolean("sotto.net.nio");
    EventLoopGroup group =
        new MultiThreadIoEventLoopGroup(
            1,
            new DefaultThreadFactory("sotto-relay", true),
            epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    return epoll
        ? new RelaySockets(group, EpollSocketChannel.class, EpollServerSocketChannel.class)
        : new RelaySockets(group, NioSocketChannel.class, NioServerSocketChannel.class);
  }

  ServerBootstrap listening(ChannelHandler childHandler) {
    return new ServerBootstrap()
        .group(group)
        .channel(server)
        .option(ChannelOption.SO_REUSEADDR, true)
        .option(ChannelOption.SO_RCVBUF, RECEIVE_BYTES)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childOption(ChannelOption.RECVBUF_ALLOCATOR, readBuffers())
        .childHandler(childHandler);
  }

  Bootstrap dialing(ChannelHandler handler) {
    return new Bootstrap()
        .group(group)
        .channel(socket)
        .option(ChannelOption.SO_RCVBUF, RECEIVE_BYTES)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .option(ChannelOption.RECVBUF_ALLOCATOR, readBuffers())
        .handler(handler);
  }

  private static AdaptiveRecvByteBufAllocator readBuffers() {
    return new AdaptiveRecvByteBufAllocator(512, 4 << 10, READ_BYTES_MOST);
  }
}
