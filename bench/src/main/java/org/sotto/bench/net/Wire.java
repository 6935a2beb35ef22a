package org.sotto.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.sotto.net.Channel;

/** Something that messages of a fixed size travel over; see {@link Payload} for the numbers. */
interface Wire {
  void send(long number) throws IOException;

  /** Waits for a message, which must have this number. */
  void receive(long number) throws IOException;

  /** Hands over what is gathered. */
  void flush() throws IOException;

  /**
   * The yardstick: a blocking {@link Socket}, and byte arrays of the message's size that are
   * written and read whole.
   *
   * @param size bytes a message, two words or more
   */
  static Wire plain(Socket socket, int size) throws IOException {
    VarHandle words = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    byte[] sent = new byte[size];
    byte[] received = new byte[size];
    for (int i = 0; i < size / Long.BYTES; i++) {
      words.set(sent, i * Long.BYTES, Payload.between(i));
    }
    Arrays.fill(received, (byte) -1);
    int last = size - Long.BYTES;
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    return new Wire() {
      @Override
      public void send(long number) throws IOException {
        words.set(sent, 0, Payload.first(number));
        words.set(sent, last, Payload.last(number));
        out.write(sent);
      }

      @Override
      public void receive(long number) throws IOException {
        if (in.readNBytes(received, 0, size) < size) {
          throw new EOFException("the other process has ended");
        }
        Payload.check(number, (long) words.get(received, 0), (long) words.get(received, last));
      }

      @Override
      public void flush() {
        // Written already.
      }
    };
  }

  /**
   * A session's channel, from and to arrays of 64-bit elements.
   *
   * @param size bytes a message, two words or more
   */
  static Wire session(Channel channel, int size) {
    long[] sent = new long[size / Long.BYTES];
    long[] buffer = new long[sent.length];
    Arrays.setAll(sent, Payload::between);
    Arrays.fill(buffer, -1);
    int last = sent.length - 1;
    return new Wire() {
      @Override
      public void send(long number) {
        sent[0] = Payload.first(number);
        sent[last] = Payload.last(number);
        channel.sendRing64(sent);
      }

      @Override
      public void receive(long number) throws IOException {
        long[] received = channel.receiveRing64(buffer);
        Payload.check(number, received[0], received[last]);
      }

      @Override
      public void flush() {
        channel.flush();
      }
    };
  }
}
