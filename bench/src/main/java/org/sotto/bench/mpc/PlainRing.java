package org.sotto.bench.mpc;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * One party's two blocking sockets in a ring of three: the yardstick, what one writes without a
 * library, and what the parties say to each other between batches.
 */
final class PlainRing implements AutoCloseable {
  /** Bytes that each party sends in a round. */
  static final int ROUND_BYTES = 64;

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int LOOK_MILLIS = 100;

  private final int self;
  private final Socket toNext;
  private final Socket toPrevious;
  private final DataOutputStream out;
  private final DataInputStream in;
  private final byte[] sent = new byte[ROUND_BYTES];
  private final byte[] received = new byte[ROUND_BYTES];
  private byte rounds;

  private PlainRing(int self, Socket toNext, Socket toPrevious) throws IOException {
    this.self = self;
    this.toNext = toNext;
    this.toPrevious = toPrevious;
    toNext.setTcpNoDelay(true);
    toPrevious.setTcpNoDelay(true);
    this.out = new DataOutputStream(toNext.getOutputStream());
    this.in = new DataInputStream(toPrevious.getInputStream());
  }

  /**
   * Listens for the previous party and connects to the next.
   *
   * @param self this party, 0 to 2
   * @param ports of parties 0 to 2 on loopback
   * @param wanted whether it is of any use to go on waiting
   * @throws IOException if the others do not come in time
   */
  static PlainRing join(int self, List<Integer> ports, BooleanSupplier wanted) throws IOException {
    long end = System.nanoTime() + DEADLINE.toNanos();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket server = new ServerSocket(ports.get(self), 1, loopback)) {
      server.setSoTimeout(LOOK_MILLIS);
      InetSocketAddress next = new InetSocketAddress(loopback, ports.get((self + 1) % 3));
      Socket toNext = connected(next, end, wanted);
      try {
        return new PlainRing(self, toNext, accepted(server, end, wanted));
      } catch (IOException e) {
        toNext.close();
        throw e;
      }
    }
  }

  private static Socket connected(InetSocketAddress to, long end, BooleanSupplier wanted)
      throws IOException {
    while (true) {
      Socket socket = new Socket();
      try {
        socket.connect(to, LOOK_MILLIS);
        return socket;
      } catch (ConnectException | SocketTimeoutException e) {
        socket.close();
        giveUp(end, wanted, e);
        pause();
      }
    }
  }

  private static Socket accepted(ServerSocket server, long end, BooleanSupplier wanted)
      throws IOException {
    while (true) {
      try {
        return server.accept();
      } catch (SocketTimeoutException e) {
        giveUp(end, wanted, e);
      }
    }
  }

  private static void giveUp(long end, BooleanSupplier wanted, IOException cause)
      throws IOException {
    if (!wanted.getAsBoolean() || System.nanoTime() > end) {
      throw new IOException(
          "plain ring: expected both neighbours within " + DEADLINE.toSeconds() + " s", cause);
    }
  }

  private static void pause() throws InterruptedIOException {
    try {
      Thread.sleep(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while connecting");
    }
  }

  /** This party. */
  int self() {
    return self;
  }

  /** One round: each party sends {@value #ROUND_BYTES} bytes to the next and receives as many. */
  void round() throws IOException {
    Arrays.fill(sent, rounds);
    out.write(sent);
    if (in.readNBytes(received, 0, ROUND_BYTES) < ROUND_BYTES) {
      throw new EOFException("plain ring: the previous party has ended");
    }
    if (received[0] != rounds || received[ROUND_BYTES - 1] != rounds) {
      throw new IOException("plain ring: expected round " + rounds + ", got " + received[0]);
    }
    rounds++;
  }

  /** Party 0's number for all; once party 0 goes on, all have it. */
  long announced(long number) throws IOException {
    if (self == 0) {
      out.writeLong(number);
      return in.readLong();
    }
    long heard = in.readLong();
    out.writeLong(heard);
    return heard;
  }

  /** The sum of all parties' numbers, at party 0; elsewhere a part of it. */
  long sum(long number) throws IOException {
    long sum = self == 0 ? number : in.readLong() + number;
    out.writeLong(sum);
    return self == 0 ? in.readLong() : sum;
  }

  @Override
  public void close() throws IOException {
    toNext.close();
    toPrevious.close();
  }
}
