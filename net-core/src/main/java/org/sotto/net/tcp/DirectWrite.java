package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A write that goes to the system at once, if nothing waits before it: no promise, no queue entry,
 * no slice. Only for epoll's sockets without TLS, and only on the thread that serves the channel.
 */
final class DirectWrite {
  private DirectWrite() {}

  /** The channel, if this way is open to it. */
  static @Nullable EpollSocketChannel of(SocketChannel channel) {
    return channel instanceof EpollSocketChannel epoll
            && channel.pipeline().get(SslHandler.class) == null
        ? epoll
        : null;
  }

  /** Writes what the system takes now; how many bytes, 0 where this way is not open. */
  static int some(@Nullable EpollSocketChannel epoll, ByteBuf block, int from, int length) {
    if (epoll == null || !block.hasMemoryAddress()) {
      return 0;
    }
    ChannelOutboundBuffer waiting = epoll.unsafe().outboundBuffer();
    if (waiting == null || !waiting.isEmpty()) {
      return 0;
    }
    try {
      return Math.max(0, epoll.fd().writeAddress(block.memoryAddress(), from, from + length));
    } catch (IOException e) {
      return 0; // The same bytes go Netty's way next, and what is wrong is heard there.
    }
  }
}
