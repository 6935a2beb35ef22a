package org.sotto.net.link;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.sotto.net.party.Endpoint;

/**
 * One connection through a relay: two sockets and a pipe each way. It is made as on the link: what
 * the dialling side says leaves a round trip after it was accepted here (SYN and its answer), and
 * the target hears of the connection half a round trip later. Event loop only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class RelayFlow {
  private static final System.Logger LOG = System.getLogger(Relay.class.getName());

  private final RelayLink link;
  private final int number;
  private final RelayPipe forward;
  private final RelayPipe backward;
  private final List<SocketChannel> sockets = new ArrayList<>(2);
  private boolean over;

  RelayFlow(RelayLink link, int number) {
    this.link = link;
    this.number = number;
    this.forward = new RelayPipe(link, this, Direction.FORWARD);
    this.backward = new RelayPipe(link, this, Direction.BACKWARD);
  }

  int number() {
    return number;
  }

  boolean isOver() {
    return over;
  }

  RelayPipe pipe(Direction direction) {
    return direction == Direction.FORWARD ? forward : backward;
  }

  /** Starts with an accepted connection. */
  void start(SocketChannel dialler, RelaySockets io, Endpoint target) {
    sockets.add(dialler);
    dialler.pipeline().addLast(forward);
    long delay = link.profile().delay().toNanos();
    link.hold(Direction.FORWARD, number, link.now() + 2 * delay);
    link.at(link.now() + 3 * delay, () -> dial(io, target));
    forward.from(dialler);
    backward.to(dialler);
  }

  private void dial(RelaySockets io, Endpoint target) {
    if (over) {
      return;
    }
    var dialled = io.dialing(backward).connect(target.host(), target.port());
    sockets.add((SocketChannel) dialled.channel());
    dialled.addListener(
        done -> {
          if (over) {
            dialled.channel().close();
          } else if (done.isSuccess()) {
            SocketChannel socket = (SocketChannel) dialled.channel();
            forward.to(socket);
            backward.from(socket);
          } else {
            LOG.log(
                System.Logger.Level.WARNING,
                "relay: cannot reach {0}: {1}",
                target,
                done.cause().getMessage());
            backward.sourceLost();
          }
        });
  }

  /** Reads on where there is room now. */
  void readMore() {
    forward.read();
    backward.read();
  }

  /** One direction has ended in order; the connection ends with the other. */
  void finished() {
    if (forward.isFinished() && backward.isFinished()) {
      end(false);
    }
  }

  /** Ends both sockets with a TCP reset. */
  void reset() {
    end(true);
  }

  private void end(boolean abruptly) {
    if (over) {
      return;
    }
    over = true;
    link.forget(number);
    for (SocketChannel socket : sockets) {
      if (abruptly) {
        closeWithReset(socket);
      } else {
        socket.close();
      }
    }
    forward.release();
    backward.release();
  }

  static void closeWithReset(Channel channel) {
    try {
      if (channel.isOpen() && channel instanceof SocketChannel socket) {
        socket.config().setSoLinger(0);
      }
    } catch (ChannelException e) {
      LOG.log(System.Logger.Level.DEBUG, "relay: the socket was closed already", e);
    }
    channel.close();
  }
}
