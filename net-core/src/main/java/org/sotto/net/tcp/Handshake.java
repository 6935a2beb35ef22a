package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sotto.net.tls.TlsFailure;

/**
 * Reads the peer's hello and counts every byte of the handshake. What is not Sotto's is refused at
 * its first wrong byte; nothing is allocated from a declared length before the magic has matched
 * and the length is within its cap. Once the hello is there, reading stops until the flow has an
 * owner, and bytes that came behind it are kept for it.
 */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Handshake extends ChannelDuplexHandler {
  private static final byte[] MAGIC = Hello.magic();

  private final CompletableFuture<Hello> hello = new CompletableFuture<>();
  private ByteBuf received = Unpooled.EMPTY_BUFFER;
  private long sentBytes;
  private long receivedBytes;

  CompletableFuture<Hello> hello() {
    return hello;
  }

  /** Bytes of the handshake written so far. */
  long sentBytes() {
    return sentBytes;
  }

  /** Bytes of the handshake read, without those that follow it. */
  long receivedBytes() {
    return receivedBytes - received.readableBytes();
  }

  /** What came behind the hello; the caller releases it. */
  ByteBuf takeRest() {
    ByteBuf rest = received;
    received = Unpooled.EMPTY_BUFFER;
    return rest;
  }

  /** Lets go of what has come, of a connection that has dropped before it had an owner. */
  void discard() {
    takeRest().release();
  }

  void expire(Channel channel, Duration limit) {
    var task =
        channel
            .eventLoop()
            .schedule(
                () -> fail(channel, new IOException("no complete hello within " + limit)),
                limit.toMillis(),
                TimeUnit.MILLISECONDS);
    var _ = hello.whenComplete((h, e) -> task.cancel(false));
  }

  ChannelFuture send(Channel channel, Consumer<ByteBuf> message) {
    ByteBuf out = channel.alloc().buffer(256);
    message.accept(out);
    return channel.writeAndFlush(out);
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    sentBytes += ((ByteBuf) message).readableBytes();
    ctx.write(message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    ByteBuf in = (ByteBuf) message;
    receivedBytes += in.readableBytes();
    ByteBuf old = received;
    if (old.isReadable()) {
      received =
          ctx.alloc()
              .buffer(old.readableBytes() + in.readableBytes())
              .writeBytes(old)
              .writeBytes(in);
      in.release();
    } else {
      received = in;
    }
    old.release();
    if (!hello.isDone()) {
      try {
        parse(ctx.channel());
      } catch (RefusedException e) {
        fail(ctx.channel(), e);
      }
    } else if (sentBytes == 0) {
      ctx.close(); // Nobody may go on before our answer.
    }
  }

  private void parse(Channel channel) throws RefusedException {
    int start = received.readerIndex();
    int have = received.readableBytes();
    for (int i = 0; i < Math.min(have, MAGIC.length); i++) {
      if (received.getByte(start + i) != MAGIC[i]) {
        throw new RefusedException(
            "magic: expected 'SOTTO', got '"
                + printable(start, Math.min(have, 8))
                + "'"
                + (have > 1
                        && TlsFailure.looksLikeTls(
                            received.getUnsignedByte(start), received.getUnsignedByte(start + 1))
                    ? ", the beginning of TLS, which is not in use here"
                    : ""));
      }
    }
    if (have < Hello.PREFIX_BYTES) {
      return;
    }
    int version = received.getUnsignedByte(start + MAGIC.length);
    if (version != Hello.VERSION) {
      throw new RefusedException(
          "protocol version: expected " + Hello.VERSION + ", got " + version);
    }
    int length = received.getUnsignedShortLE(start + MAGIC.length + 1);
    if (length > Hello.MAX_BODY_BYTES) {
      throw new RefusedException(
          "hello length: expected at most " + Hello.MAX_BODY_BYTES + ", got " + length);
    }
    if (have < Hello.PREFIX_BYTES + length) {
      return;
    }
    received.skipBytes(Hello.PREFIX_BYTES);
    Hello peer = Hello.read(received.readSlice(length));
    channel.config().setAutoRead(false);
    hello.complete(peer);
  }

  private String printable(int start, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      int value = received.getUnsignedByte(start + i);
      text.append(value >= 0x20 && value < 0x7F ? (char) value : '.');
    }
    return text.toString();
  }

  private void fail(Channel channel, Throwable cause) {
    if (hello.completeExceptionally(cause)) {
      channel.close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    fail(ctx.channel(), new EOFException("the connection ended before a complete hello"));
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    fail(ctx.channel(), cause);
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    received.release();
    received = Unpooled.EMPTY_BUFFER;
  }
}
