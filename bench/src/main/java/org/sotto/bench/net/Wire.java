package org.sotto.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.sotto.net.Channel;

/** Something that messages of a fixed size travel over. */
interface Wire {
  void send() throws IOException;

  void receive() throws IOException;

  /** Hands over what is gathered. */
  void flush();

  /** The yardstick: a blocking socket and one direct buffer, which is filled and emptied whole. */
  static Wire plain(SocketChannel socket, int size) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(size);
    return new Wire() {
      @Override
      public void send() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
          socket.write(buffer);
        }
      }

      @Override
      public void receive() throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
          if (socket.read(buffer) < 0) {
            throw new EOFException("the other process has ended");
          }
        }
      }

      @Override
      public void flush() {
        // Written already.
      }
    };
  }

  /** A session's channel, from and to one array. */
  static Wire session(Channel channel, int size) {
    long[] elements = new long[size / Long.BYTES];
    return new Wire() {
      @Override
      public void send() {
        channel.sendRing64(elements);
      }

      @Override
      public void receive() {
        channel.receiveRing64(elements);
      }

      @Override
      public void flush() {
        channel.flush();
      }
    };
  }
}
