package org.sotto.net.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.Party;

/**
 * Connects to one peer and shakes hands, again and again with growing pauses until the deadline.
 * What cannot get better (a refusal, another table) ends the attempts at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Dialer {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(5);

  private final SocketIo io;
  private final EventLoopGroup group;
  private final Party peer;
  private final Hello hello;
  private final Duration answerTimeout;
  private final long start = System.nanoTime();
  private final long end;
  private final CompletableFuture<Rendezvous.Parked> result = new CompletableFuture<>();
  private Duration pause = FIRST_PAUSE;
  private final AtomicInteger attempts = new AtomicInteger();
  private volatile String last = "no answer yet";

  /**
   * @param hello what to say
   * @param answerTimeout how long the peer may take to answer once connected
   */
  Dialer(
      SocketIo io,
      EventLoopGroup group,
      Party peer,
      Hello hello,
      Duration deadline,
      Duration answerTimeout) {
    this.io = io;
    this.group = group;
    this.peer = peer;
    this.hello = hello;
    this.answerTimeout = answerTimeout;
    this.end = start + deadline.toNanos();
  }

  CompletableFuture<Rendezvous.Parked> dial() {
    attempt();
    return result;
  }

  private void attempt() {
    if (result.isDone()) {
      return;
    }
    attempts.incrementAndGet();
    Handshake handshake = new Handshake();
    Duration left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
    Duration limit = left.compareTo(LONGEST_ATTEMPT) < 0 ? left : LONGEST_ATTEMPT;
    ChannelFuture connecting =
        io.dialing(group, limit, initializer(handshake))
            .connect(
                InetSocketAddress.createUnresolved(
                    peer.advertised().host(), peer.advertised().port()));
    connecting.addListener(
        done -> {
          if (!done.isSuccess()) {
            again(done.cause());
            return;
          }
          SocketChannel channel = (SocketChannel) connecting.channel();
          last = "connected, no complete hello yet";
          // Whoever gave up on the result must not leave a half-shaken flow with the peer.
          var _ = result.whenComplete((flow, failure) -> closeIf(failure != null, channel));
          handshake.expire(channel, left.compareTo(answerTimeout) < 0 ? left : answerTimeout);
          handshake.send(channel, hello::write);
          var _ =
              handshake
                  .hello()
                  .whenComplete((answer, failure) -> answered(channel, handshake, answer, failure));
        });
  }

  private static void closeIf(boolean failed, SocketChannel channel) {
    if (failed) {
      channel.close();
    }
  }

  private static ChannelInitializer<Channel> initializer(Handshake handshake) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(handshake);
      }
    };
  }

  private void answered(
      SocketChannel channel, Handshake handshake, Hello answer, Throwable failure) {
    if (failure instanceof RefusedException) {
      channel.close();
      result.completeExceptionally(
          new ConnectException(
              peer.label() + " at " + peer.advertised() + ": " + failure.getMessage(), failure));
    } else if (failure != null) {
      again(failure);
    } else {
      var mismatches = hello.mismatches(answer, peer.id(), peer.name());
      if (mismatches.isEmpty()) {
        if (!result.complete(new Rendezvous.Parked(channel, handshake, answer))) {
          channel.close();
        }
      } else {
        channel.close();
        result.completeExceptionally(
            new HelloMismatchException(
                peer.label() + " at " + peer.advertised() + inSession(), mismatches));
      }
    }
  }

  private String inSession() {
    return hello.session() == null ? "" : " in session " + hello.session().key();
  }

  /** Who was not reached, where, how often it was tried, and at which stage the last try is. */
  String unreached() {
    return "could not connect to "
        + peer.label()
        + " at "
        + peer.advertised()
        + " within "
        + Duration.ofNanos(end - start)
        + " ("
        + attempts
        + " attempts, the last: "
        + last
        + ")";
  }

  private void again(Throwable cause) {
    last = String.valueOf(cause.getMessage());
    long left = end - System.nanoTime();
    if (left <= pause.toNanos()) {
      result.completeExceptionally(new ConnectException(unreached(), cause));
      return;
    }
    var _ = group.next().schedule(this::attempt, pause.toNanos(), TimeUnit.NANOSECONDS);
    Duration longer = pause.multipliedBy(2);
    pause = longer.compareTo(LONGEST_PAUSE) < 0 ? longer : LONGEST_PAUSE;
  }
}
