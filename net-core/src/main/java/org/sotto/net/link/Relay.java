package org.sotto.net.link;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.sotto.net.error.ConnectException;
import org.sotto.net.party.Endpoint;

/**
 * A TCP relay on loopback that behaves as a link between two sites. Whoever connects to {@link
 * #endpoint} is joined to the target; all connections share one {@link LinkModel} in each
 * direction, so a relay stands between one pair of parties and each connection is a flow.
 *
 * <p>Connecting takes its time too: {@code connect} itself returns at once, because the kernel
 * answers it, but what the dialling side then says arrives one and a half round trips after it,
 * when the target has seen the connection. A half-close and a reset arrive behind the bytes before
 * them. A flow whose backlog in the relay exceeds its rate x (delay + 20 ms), 64 KiB at least, is
 * not read, so its sender blocks as on a full path.
 *
 * <p>Methods may be called from any thread; what they do has been done when they return. One thread
 * serves the relay: it keeps time to some 0.1 ms with epoll and carries several Gbit/s.
 */
public final class Relay implements AutoCloseable {
  private final RelaySockets io;
  private final EventLoop loop;
  private final RelayLink link;
  private final ServerSocketChannel server;
  private final AtomicLong refuseUntil = new AtomicLong(System.nanoTime());
  private int connections;

  private Relay(Endpoint target, LinkProfile profile, long seed) {
    io = RelaySockets.open();
    loop = io.group().next();
    link = new RelayLink(loop, profile, seed);
    ChannelFuture bound =
        io.listening(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    accept(channel, target);
                  }
                })
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = io.group().shutdownGracefully();
      throw new ConnectException(
          "relay: cannot listen on loopback: " + bound.cause().getMessage(), bound.cause());
    }
    server = (ServerSocketChannel) bound.channel();
  }

  /**
   * Listens on a free port of loopback.
   *
   * @param host of the target, looked up at each connection
   * @param port of the target
   * @param seed of jitter and stalls
   * @throws ConnectException if it cannot listen
   */
  public static Relay to(String host, int port, LinkProfile profile, long seed) {
    return to(new Endpoint(host, port), profile, seed);
  }

  /** Likewise. */
  public static Relay to(Endpoint target, LinkProfile profile, long seed) {
    return new Relay(target, profile, seed);
  }

  /** Where to connect to instead of the target. */
  public Endpoint endpoint() {
    InetSocketAddress address = server.localAddress();
    return new Endpoint(address.getAddress().getHostAddress(), address.getPort());
  }

  /** The profile in force. */
  public LinkProfile profile() {
    return onLoop(link::profile);
  }

  /** Bytes that have come out at the far end so far. */
  public long bytes(Direction direction) {
    return link.arrived(direction);
  }

  /** Connections there are now, those that still wait for their target included. */
  public int flows() {
    return onLoop(() -> link.flows().size());
  }

  /** Another profile from now on, for all flows at once; what has left keeps its arrival. */
  public void reshape(LinkProfile profile) {
    onLoop(
        () -> {
          link.reshape(profile);
          return true;
        });
  }

  /**
   * Resets all connections, with what is under way.
   *
   * @return how many
   */
  public int cut() {
    return onLoop(
        () -> {
          List<RelayFlow> all = List.copyOf(link.flows().values());
          all.forEach(RelayFlow::reset);
          return all.size();
        });
  }

  /**
   * Resets one connection, drawn from those there are.
   *
   * @return whether there was one
   */
  public boolean cutOne(RandomGenerator random) {
    return onLoop(
        () -> {
          List<RelayFlow> all = List.copyOf(link.flows().values());
          if (!all.isEmpty()) {
            all.get(random.nextInt(all.size())).reset();
          }
          return !all.isEmpty();
        });
  }

  /**
   * Nothing moves and the link's time stands still until {@link #thaw}; nobody is told. Sockets
   * still take bytes until their buffers are full.
   */
  public void freeze() {
    onLoop(
        () -> {
          link.freeze();
          return true;
        });
  }

  /** Ends a freeze; no byte is lost. */
  public void thaw() {
    onLoop(
        () -> {
          link.thaw();
          return true;
        });
  }

  /** Accepts connections and closes them at once for this long from now; those there are go on. */
  public void refuseFor(Duration time) {
    refuseUntil.set(System.nanoTime() + time.toNanos());
  }

  private void accept(SocketChannel channel, Endpoint target) {
    if (refuseUntil.get() - System.nanoTime() > 0) {
      var _ = channel.close();
      return;
    }
    RelayFlow flow = new RelayFlow(link, connections++);
    link.flows().put(flow.number(), flow);
    flow.start(channel, io, target);
  }

  private <T> T onLoop(Callable<T> what) {
    return loop.submit(what).syncUninterruptibly().getNow();
  }

  /** Stops listening and resets all connections. */
  @Override
  public void close() {
    if (!loop.isShuttingDown()) {
      server.close().awaitUninterruptibly();
      cut();
      io.group().shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }
}
