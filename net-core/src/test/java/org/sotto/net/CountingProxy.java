package org.sotto.net;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.sotto.net.party.Endpoint;

/** The truth outside: a TCP relay that counts what crosses it, and can be a slow link. */
final class CountingProxy implements AutoCloseable {
  final AtomicLong toTarget = new AtomicLong();
  final AtomicLong fromTarget = new AtomicLong();
  private final ServerSocket server;
  private final Endpoint target;
  private final long bytesPerSecond;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

  /**
   * @param bytesPerSecond the rate of the link towards the target, 0 for any
   */
  CountingProxy(Endpoint target, long bytesPerSecond) throws IOException {
    this.target = target;
    this.bytesPerSecond = bytesPerSecond;
    this.server = new ServerSocket();
    if (bytesPerSecond > 0) {
      server.setReceiveBufferSize(64 << 10);
    }
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofPlatform().daemon().start(this::accept);
  }

  Endpoint endpoint() {
    return new Endpoint(server.getInetAddress().getHostAddress(), server.getLocalPort());
  }

  private void accept() {
    try {
      while (true) {
        Socket outer = server.accept();
        sockets.add(outer);
        Thread.ofPlatform().daemon().start(() -> join(outer));
      }
    } catch (IOException e) {
      // The proxy was closed.
    }
  }

  private void join(Socket outer) {
    try {
      Socket inner = new Socket(target.host(), target.port());
      sockets.add(inner);
      inner.setTcpNoDelay(true);
      outer.setTcpNoDelay(true);
      Thread.ofPlatform().daemon().start(() -> pump(inner, outer, fromTarget, 0));
      pump(outer, inner, toTarget, bytesPerSecond);
    } catch (IOException e) {
      close(outer);
    }
  }

  private static void pump(Socket from, Socket to, AtomicLong count, long rate) {
    byte[] buffer = new byte[16 << 10];
    try {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        count.addAndGet(n);
        out.write(buffer, 0, n);
        if (rate > 0) {
          LockSupport.parkNanos(n * 1_000_000_000L / rate);
        }
      }
      to.shutdownOutput();
    } catch (IOException e) {
      close(from);
      close(to);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    sockets.forEach(CountingProxy::close);
  }
}
