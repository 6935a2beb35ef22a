package org.sotto.net.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ManualIoEventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.Future;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/**
 * The flows of a driven session: all its sockets are registered on one event loop that runs only
 * when the session's thread waits, so a blocking receive reads the socket on the waiting thread and
 * no second thread stands between.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class TcpFlows implements Flows {
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long LONGEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private final ManualIoEventLoop loop;
  private final boolean virtual = Thread.currentThread().isVirtual();
  private final Map<Integer, SessionFlow> flows = new ConcurrentHashMap<>();
  private final Consumer<SocketChannel> linger;
  private final Consumer<TcpFlows> onClose;
  private int ended;
  private boolean closed;

  /**
   * @param linger takes over a socket whose output is shut, until the peer's end has come
   * @param onClose told when these flows have closed
   */
  TcpFlows(SocketIo io, Consumer<SocketChannel> linger, Consumer<TcpFlows> onClose) {
    this.loop = new ManualIoEventLoop(Thread.currentThread(), io.factory());
    this.linger = linger;
    this.onClose = onClose;
  }

  /** Takes over a socket that has shaken hands, from the loop that it did so on. */
  void adopt(int peer, SocketChannel channel, Handshake handshake) {
    channel.deregister().syncUninterruptibly();
    SessionFlow flow = new SessionFlow(channel, handshake, () -> ended++);
    flows.put(peer, flow);
    EventLoopGroup driven = loop;
    drive(driven.register(channel));
    flow.inbound().arrive(handshake.takeRest());
    channel.pipeline().addLast(flow);
    channel.pipeline().remove(handshake);
    channel.config().setAutoRead(true);
    if (!channel.isActive() || channel.isInputShutdown()) {
      flow.end(null);
    }
  }

  /**
   * Looks whether a member that had opened the session is gone again without a word, which means
   * that it could not open it with another; one that closed or aborted has sent a frame.
   */
  boolean abandoned() {
    loop.runNow();
    return flows.values().stream()
        .map(SessionFlow::inbound)
        .anyMatch(inbound -> inbound.ended() && inbound.readable() == 0);
  }

  private void drive(Future<?> future) {
    while (!future.isDone()) {
      await(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  private SessionFlow flow(int peer) {
    SessionFlow flow = flows.get(peer);
    if (flow == null) {
      throw new IllegalArgumentException("party " + peer + " is not in this session");
    }
    return flow;
  }

  @Override
  public Inbound inbound(int peer) {
    return flow(peer).inbound();
  }

  @Override
  public void write(int peer, ByteBuffer bytes) {
    flow(peer).write(bytes);
  }

  @Override
  public boolean writing(int peer) {
    return flow(peer).writing();
  }

  @Override
  public void await(long nanos) {
    if (virtual) {
      poll(nanos);
    } else {
      loop.run(nanos);
    }
  }

  /**
   * A virtual thread that blocks in the selector's native call holds its carrier, and a handful of
   * sessions that wait for each other would hold all of them; so it looks and parks in turn.
   */
  private void poll(long nanos) {
    long end = System.nanoTime() + nanos;
    long pause = SHORTEST_PAUSE_NANOS;
    while (loop.runNow() == 0 && !Thread.currentThread().isInterrupted()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return;
      }
      LockSupport.parkNanos(Math.min(left, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS);
    }
  }

  @Override
  public int ended() {
    return ended;
  }

  @Override
  public FlowTotals totals(int peer) {
    return flow(peer).totals();
  }

  /** Cuts all sockets from another thread; the owner fails at its next wait. */
  void cut() {
    IllegalStateException reason = new IllegalStateException("the mesh was closed");
    flows.values().forEach(flow -> flow.cut(reason));
    loop.wakeup();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (SessionFlow flow : flows.values()) {
      SocketChannel channel = flow.channel();
      if (channel.isActive() && flow.inbound().failure() == null) {
        drive(channel.shutdownOutput());
        channel.pipeline().remove(flow);
        release(channel);
        linger.accept(channel);
      } else {
        drive(channel.close());
      }
      flow.inbound().release();
    }
    loop.shutdownGracefully(0, 0, TimeUnit.NANOSECONDS);
    while (!loop.isTerminated()) {
      loop.runNow();
    }
    onClose.accept(this);
  }

  private void release(Channel channel) {
    ChannelFuture left = channel.deregister();
    drive(left);
  }
}
