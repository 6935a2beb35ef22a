package org.sotto.net.tcp;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.TlsException;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.tls.TlsFailure;

/**
 * Connects to one peer and shakes hands, again and again with growing pauses until the deadline.
 * What cannot get better (a refusal) ends the attempts at once; whether the answer will do is for
 * the caller to say.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Dialer {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
  private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(5);

  /**
   * How to dial.
   *
   * @param deadline how long to try
   * @param answerTimeout how long the peer may take to answer once connected
   * @param longestPause the longest time between two attempts
   */
  record Patience(Duration deadline, Duration answerTimeout, Duration longestPause) {}

  /** A connection whose peer has answered; not read until it has an owner. */
  record Met(SocketChannel channel, Handshake handshake, Hello answer) {}

  private final SocketIo io;
  private final EventLoopGroup group;
  private final Security security;
  private final Party peer;
  private final Addresses at;
  private final Supplier<Hello> hello;
  private final Patience patience;
  private final long start = System.nanoTime();
  private final long end;
  private final CompletableFuture<Met> result = new CompletableFuture<>();
  private Duration pause = FIRST_PAUSE;
  private final AtomicInteger attempts = new AtomicInteger();
  private volatile String last = "no answer yet";
  private volatile @Nullable Throwable lastCause;

  /**
   * @param at where to dial, which with an emulated link is not where the peer listens
   * @param hello what to say, asked for at each attempt
   */
  Dialer(
      SocketIo io,
      EventLoopGroup group,
      Security security,
      Party peer,
      Endpoint at,
      Supplier<Hello> hello,
      Patience patience) {
    this.io = io;
    this.group = group;
    this.security = security;
    this.peer = peer;
    this.at = new Addresses(at);
    this.hello = hello;
    this.patience = patience;
    this.end = start + patience.deadline().toNanos();
  }

  /** Starts; completes on the event loop. */
  CompletableFuture<Met> dial() {
    group.next().execute(this::attempt);
    return result;
  }

  /** Why the last attempt failed, or null. */
  @Nullable Throwable lastCause() {
    return lastCause;
  }

  private void attempt() {
    if (result.isDone()) {
      return;
    }
    attempts.incrementAndGet();
    Handshake handshake = new Handshake();
    Duration left = Duration.ofNanos(Math.max(1_000_000, end - System.nanoTime()));
    Duration limit = left.compareTo(LONGEST_ATTEMPT) < 0 ? left : LONGEST_ATTEMPT;
    ChannelFuture connecting = io.dialing(group, limit, initializer(handshake)).connect(at.next());
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
          handshake.expire(
              channel,
              left.compareTo(patience.answerTimeout()) < 0 ? left : patience.answerTimeout());
          handshake.send(channel, hello.get()::write);
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

  private ChannelInitializer<SocketChannel> initializer(Handshake handshake) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        security.dialing(channel, peer);
        channel.pipeline().addLast(handshake);
      }
    };
  }

  private void answered(
      SocketChannel channel, Handshake handshake, Hello answer, @Nullable Throwable failure) {
    if (failure instanceof RefusedException) {
      channel.close();
      result.completeExceptionally(
          new ConnectException(
              peer.label() + " at " + peer.advertised() + ": " + failure.getMessage(), failure));
    } else if (failure != null) {
      TlsFailure tls = TlsFailure.of(failure);
      if (tls.fatal()) {
        channel.close();
        result.completeExceptionally(
            new TlsException(
                peer.label() + " at " + peer.advertised() + ": " + tls.reason(), failure));
      } else {
        again(failure);
      }
    } else if (!result.complete(new Met(channel, handshake, answer))) {
      channel.close();
    }
  }

  /** Who was not reached, where, how often it was tried, and at which stage the last try is. */
  String unreached() {
    return "could not connect to "
        + peer.label()
        + " at "
        + peer.advertised()
        + " within "
        + patience.deadline()
        + " ("
        + attempts
        + " attempts, the last: "
        + last
        + ")";
  }

  private void again(Throwable cause) {
    lastCause = cause;
    last = String.valueOf(cause.getMessage());
    long left = end - System.nanoTime();
    if (left <= pause.toNanos()) {
      result.completeExceptionally(new ConnectException(unreached(), cause));
      return;
    }
    if (group.isShuttingDown()) {
      result.completeExceptionally(new ConnectException("the mesh was closed", cause));
      return;
    }
    var _ = group.next().schedule(this::attempt, pause.toNanos(), TimeUnit.NANOSECONDS);
    Duration longer = pause.multipliedBy(2);
    pause = longer.compareTo(patience.longestPause()) < 0 ? longer : patience.longestPause();
  }
}
