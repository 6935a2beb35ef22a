package org.sotto.net.link;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.sotto.net.party.Endpoint;

/** A relay with plain blocking sockets at both ends, and what can be measured through it. */
final class Wire implements AutoCloseable {
  /** One connection through the relay, seen from its two ends. */
  record Ends(Socket dialler, Socket target) {
    Socket end(Direction direction) {
      return direction == Direction.FORWARD ? dialler : target;
    }

    Socket farEnd(Direction direction) {
      return direction == Direction.FORWARD ? target : dialler;
    }
  }

  /** Bytes that came from one moment to another, in nanoseconds. */
  record Received(long bytes, long first, long last) {
    double bitsPerSecond() {
      return bytes * 8e9 / (last - first);
    }
  }

  static final Executor THREADS = task -> Thread.ofPlatform().daemon().start(task);

  final Relay relay;
  private final ServerSocket server;
  private final List<Socket> sockets = new ArrayList<>();

  Wire(LinkProfile profile) throws IOException {
    server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    relay = Relay.to("127.0.0.1", server.getLocalPort(), profile, Simulation.seed());
  }

  Socket dial() throws IOException {
    Endpoint at = relay.endpoint();
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    socket.connect(new InetSocketAddress(at.host(), at.port()));
    sockets.add(socket);
    return socket;
  }

  Socket accept() throws IOException {
    Socket socket = server.accept();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(60_000);
    sockets.add(socket);
    return socket;
  }

  /** A connection over which a byte has gone each way. */
  Ends connect() throws IOException {
    Ends ends = new Ends(dial(), accept());
    for (Direction direction : Direction.values()) {
      ends.end(direction).getOutputStream().write(1);
      if (ends.farEnd(direction).getInputStream().read() != 1) {
        throw new IOException("expected the byte 1");
      }
    }
    return ends;
  }

  List<Ends> connect(int count) throws IOException {
    List<Ends> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(connect());
    }
    return all;
  }

  /**
   * Milliseconds that one byte takes: the lower quartile of some, without what the machine adds.
   */
  static double delayMillis(Ends ends, Direction direction, int pings) throws IOException {
    return delayMillis(ends, direction, pings, Duration.ZERO);
  }

  /** Likewise between two sockets with nothing between them, after a pause of its reader. */
  static double directMillis(Duration pause, int pings) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket one = new Socket(server.getInetAddress(), server.getLocalPort());
        Socket other = server.accept()) {
      one.setTcpNoDelay(true);
      return delayMillis(new Ends(one, other), Direction.FORWARD, pings, pause);
    }
  }

  private static double delayMillis(Ends ends, Direction direction, int pings, Duration pause)
      throws IOException {
    ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
    try {
      return delayMillis(ends, direction, pings, pause, later);
    } finally {
      later.shutdownNow();
    }
  }

  private static double delayMillis(
      Ends ends, Direction direction, int pings, Duration pause, ScheduledExecutorService later)
      throws IOException {
    OutputStream out = ends.end(direction).getOutputStream();
    InputStream in = ends.farEnd(direction).getInputStream();
    AtomicLong sent = new AtomicLong();
    double[] delays = new double[pings];
    for (int i = 0; i < pings; i++) {
      int ping = i & 0x7f;
      var _ =
          later.schedule(
              () -> {
                sent.set(System.nanoTime());
                out.write(ping);
                return ping;
              },
              pause.toNanos(),
              TimeUnit.NANOSECONDS);
      if (in.read() != ping) {
        throw new IOException("expected " + ping);
      }
      delays[i] = (System.nanoTime() - sent.get()) / 1e6;
    }
    Arrays.sort(delays);
    return delays[pings / 4];
  }

  /** Sends zeros until the socket is closed or the bytes are out. */
  static CompletableFuture<Long> send(Socket socket, long bytes) {
    return CompletableFuture.supplyAsync(
        () -> {
          byte[] chunk = new byte[32 << 10];
          long left = bytes;
          try {
            OutputStream out = socket.getOutputStream();
            while (left > 0) {
              int count = (int) Math.min(left, chunk.length);
              out.write(chunk, 0, count);
              left -= count;
            }
          } catch (IOException e) {
            return bytes - left;
          }
          return bytes;
        },
        THREADS);
  }

  /** Reads so many bytes, or until the end; the clock starts when the first ones have come. */
  static CompletableFuture<Received> receive(Socket socket, long bytes) {
    return CompletableFuture.supplyAsync(
        () -> {
          byte[] chunk = new byte[64 << 10];
          try {
            InputStream in = socket.getInputStream();
            int head = in.read(chunk, 0, 1);
            long first = System.nanoTime();
            long last = first;
            long got = 0;
            while (head == 1 && got < bytes - 1) {
              int count = in.read(chunk, 0, (int) Math.min(chunk.length, bytes - 1 - got));
              if (count < 0) {
                break;
              }
              last = System.nanoTime();
              got += count;
            }
            return new Received(got, first, last);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        THREADS);
  }

  @Override
  public void close() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    relay.close();
    server.close();
  }
}
