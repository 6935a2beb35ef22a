package org.sotto.net.tcp;

import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.sotto.net.error.ConnectException;

/**
 * How a link is: heartbeats over the control flow find a peer that is silent; once the control flow
 * is down, the peer has a time to come back, which ends early when its host says that nobody
 * listens there any more.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Health {
  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final int REFUSALS = 4;

  private final Link link;
  private final TcpOptions options;
  private final Addresses advertised;
  private long heardAt;
  private long beatAt;
  private long downAt;
  private long probedAt;
  private int refusals;
  private volatile long rttNanos;

  Health(Link link, TcpOptions options) {
    this.link = link;
    this.options = options;
    this.advertised = new Addresses(link.peer().advertised());
  }

  long rttNanos() {
    return rttNanos;
  }

  void up() {
    heardAt = System.nanoTime();
    beatAt = heardAt - BEAT_NANOS;
    refusals = 0;
  }

  void down() {
    downAt = System.nanoTime();
    probedAt = downAt;
  }

  void heard() {
    heardAt = System.nanoTime();
  }

  void echo(long stamp) {
    long now = System.nanoTime() - stamp;
    rttNanos = rttNanos == 0 ? now : Math.min(rttNanos, now);
  }

  void tick(boolean up) {
    long now = System.nanoTime();
    if (!up) {
      if (now - downAt > options.resumeTimeout().toNanos()) {
        link.lost(
            new ConnectException(
                link.peer().label() + " did not come back within " + options.resumeTimeout(),
                null));
      } else if (now - probedAt > PROBE_NANOS) {
        probedAt = now;
        probe();
      }
    } else if (now - heardAt > options.heartbeatTimeout().toNanos()) {
      link.breakControl();
    } else if (now - beatAt >= BEAT_NANOS) {
      beatAt = now;
      link.send(new ControlMessage.Ping(now));
      link.control().acknowledgeNow();
    }
  }

  private void probe() {
    var connecting =
        link.mesh()
            .io()
            .dialing(link.loop(), Duration.ofSeconds(5), new ChannelInboundHandlerAdapter())
            .connect(advertised.next());
    connecting.addListener(
        done -> {
          if (done.isSuccess()) {
            refusals = 0;
            var out = connecting.channel().alloc().buffer(16);
            new Hello.Probe().write(out);
            connecting
                .channel()
                .writeAndFlush(out)
                .addListener(sent -> connecting.channel().close());
          } else if (String.valueOf(done.cause().getMessage()).contains("refused")
              && ++refusals >= REFUSALS) {
            link.lost(
                new ConnectException(
                    link.peer().label()
                        + " is gone: nobody listens at "
                        + link.peer().advertised()
                        + " any more",
                    done.cause()));
          }
        });
  }
}
