package org.sotto.net.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Engines in Netty's handler on loopback sockets: the failures that only sockets have. */
final class SocketTlsTest {
  private static final Identities PARTIES = new Identities();
  private static final TlsEngines ALICE = new TlsEngines(PARTIES.good(0, "alice"));
  private static final TlsEngines BOB = new TlsEngines(PARTIES.good(1, "bob"));

  private final EventLoopGroup group = loop();

  private static EventLoopGroup loop() {
    return new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  }

  @AfterEach
  void stop() {
    group.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** What one end of a connection has seen; {@code failure} is the first. */
  private static final class End extends ChannelInboundHandlerAdapter {
    private final AtomicReference<String> text = new AtomicReference<>("");
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CompletableFuture<Channel> channel = new CompletableFuture<>();

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      channel.complete(ctx.channel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      ByteBuf in = (ByteBuf) message;
      text.accumulateAndGet(in.toString(StandardCharsets.UTF_8), String::concat);
      in.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      failure.compareAndSet(null, cause);
    }

    TlsFailure failed() {
      await().until(() -> failure.get() != null);
      return TlsFailure.of(Objects.requireNonNull(failure.get()));
    }

    void write(String words) {
      channel
          .join()
          .writeAndFlush(Unpooled.copiedBuffer(words, StandardCharsets.UTF_8))
          .syncUninterruptibly();
    }
  }

  private static ChannelInitializer<SocketChannel> pipeline(SslHandler tls, End end) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channel.pipeline().addLast(tls).addLast(end);
        tls.handshakeFuture().addListener(done -> keep(done.cause(), end));
      }
    };
  }

  private static void keep(@Nullable Throwable failure, End end) {
    if (failure != null) {
      end.failure.compareAndSet(null, failure);
    }
  }

  private SocketAddress listen(TlsEngines engines, End end) {
    return new ServerBootstrap()
        .group(group)
        .channel(NioServerSocketChannel.class)
        .childHandler(pipeline(new SslHandler(engines.accepting()), end))
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
        .syncUninterruptibly()
        .channel()
        .localAddress();
  }

  private Channel dial(SslHandler tls, SocketAddress where, End end) {
    return new Bootstrap()
        .group(group)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(pipeline(tls, end))
        .connect(where)
        .syncUninterruptibly()
        .channel();
  }

  @Test
  void partiesTalkAndTheirConnectionMovesToAnotherLoop() {
    End accepted = new End();
    End dialed = new End();
    SocketAddress where = listen(BOB, accepted);
    SslHandler tls = new SslHandler(ALICE.dialing(1, "bob"));
    Channel channel = dial(tls, where, dialed);
    assertThat(tls.handshakeFuture().awaitUninterruptibly().isSuccess()).isTrue();
    dialed.write("hello ");
    await().until(() -> "hello ".equals(accepted.text.get()));

    EventLoopGroup other = loop();
    try {
      channel.deregister().syncUninterruptibly();
      other.register(channel).syncUninterruptibly();
      dialed.write("again");
      accepted.write("and back");
      await().until(() -> "hello again".equals(accepted.text.get()));
      await().until(() -> "and back".equals(dialed.text.get()));
      assertThat(dialed.failure).hasNullValue();
      assertThat(accepted.failure).hasNullValue();
      channel.close().syncUninterruptibly();
    } finally {
      other.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
    }
  }

  @Test
  void aDialingEndLearnsLaterThatItWasRefused() {
    End accepted = new End();
    End dialed = new End();
    SocketAddress where = listen(BOB, accepted);
    TlsEngines stranger = new TlsEngines(new Identities().shownTo(PARTIES, 0, "alice"));
    SslHandler tls = new SslHandler(stranger.dialing(1, "bob"));
    dial(tls, where, dialed);

    assertThat(accepted.failed().reason()).contains("got the unknown CA");
    assertThat(dialed.failed().fatal()).isTrue();
    assertThat(dialed.failed().reason()).contains("the peer refused our certificate");
    assertThat(tls.handshakeFuture().awaitUninterruptibly().isSuccess()).isTrue();
  }

  @Test
  void aPlainClientIsNamedWithoutItsBytes() throws Exception {
    End accepted = new End();
    InetSocketAddress where = (InetSocketAddress) listen(BOB, accepted);
    try (Socket plain = new Socket(where.getAddress(), where.getPort())) {
      plain.getOutputStream().write("SOTTO in plain words".getBytes(StandardCharsets.US_ASCII));
      assertThat(accepted.failed())
          .isEqualTo(
              new TlsFailure(
                  true, "expected TLS 1.3, got bytes that are no TLS (is it off there?)"));
    }
  }

  @Test
  void aPlainListenerThatAnswersIsFatal() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      End dialed = new End();
      dial(new SslHandler(ALICE.dialing(1, "bob")), server.getLocalSocketAddress(), dialed);
      try (Socket plain = server.accept()) {
        byte[] first = plain.getInputStream().readNBytes(2);
        assertThat(TlsFailure.looksLikeTls(first[0], first[1])).isTrue();
        plain.getOutputStream().write("SOTTO refuses this".getBytes(StandardCharsets.US_ASCII));
        assertThat(dialed.failed().fatal()).isTrue();
        assertThat(dialed.failed().reason()).contains("no TLS");
      }
    }
  }

  @Test
  void aConnectionThatEndsIsWorthAnotherTry() throws Exception {
    for (boolean reset : new boolean[] {false, true}) {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        End dialed = new End();
        dial(new SslHandler(ALICE.dialing(1, "bob")), server.getLocalSocketAddress(), dialed);
        try (Socket plain = server.accept()) {
          if (reset) {
            plain.setSoLinger(true, 0);
          } else {
            plain.getInputStream().read(new byte[4_096]);
          }
        }
        assertThat(dialed.failed().fatal()).isFalse();
        assertThat(dialed.failed().reason()).containsAnyOf("ended", "reset", "Broken pipe");
      }
    }
  }

  @Test
  void aSilentPeerIsWorthAnotherTry() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      End dialed = new End();
      SslHandler tls = new SslHandler(ALICE.dialing(1, "bob"));
      tls.setHandshakeTimeoutMillis(50);
      dial(tls, server.getLocalSocketAddress(), dialed);
      assertThat(dialed.failed().fatal()).isFalse();
      assertThat(dialed.failed().reason()).contains("timed out");
    }
  }
}
