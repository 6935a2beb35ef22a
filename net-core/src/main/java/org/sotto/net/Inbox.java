package org.sotto.net;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.Abort;
import org.sotto.codec.CodecException;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.DecodeLimits;
import org.sotto.net.transport.Inbound;

/**
 * Frames that come from one peer. Nothing is allocated from a declared length: a message goes
 * straight into an array whose size the receiver chose, or grows with the bytes that have come.
 */
final class Inbox {
  private static final int MAX_CONTROL_BYTES = 8 << 10;
  private static final DecodeLimits CONTROL_LIMITS =
      new DecodeLimits(MAX_CONTROL_BYTES, MAX_CONTROL_BYTES);

  private final Pump pump;
  private final Faults faults;
  private final int peer;
  private final Inbound in;
  private final int frameCap;
  private final CompactCodec controlCodec = new CompactCodec();

  private long lastDepth;
  private int kind;
  private int payloadLeft;
  private long headerBytes;
  private long partBytes;
  private long controlBytes;
  private boolean settled;

  Inbox(Pump pump, Faults faults, int peer, Inbound in, int frameCap) {
    this.pump = pump;
    this.faults = faults;
    this.peer = peer;
    this.in = in;
    this.frameCap = frameCap;
  }

  Inbound in() {
    return in;
  }

  /** Bytes that have arrived and are no part of a message or control frame that was read whole. */
  long unreceived() {
    return in.readable() + partBytes;
  }

  /** Bytes of close and abort frames read. */
  long controlBytes() {
    return controlBytes;
  }

  /** Bytes of headers of the message that was read last. */
  long headerBytes() {
    return headerBytes;
  }

  /** Causal depth of the message that was read last. */
  long depth() {
    return lastDepth;
  }

  /**
   * Reads the next message into {@code target}, in wire order; it must be of exactly {@code length}
   * bytes.
   */
  void message(MemorySegment target, long length, String expecting) {
    long got = 0;
    headerBytes = 0;
    do {
      nextFrame(expecting);
      if (got + payloadLeft > length || (kind != Frame.MORE && got + payloadLeft != length)) {
        throw faults.desync(
            peer,
            expecting + " of " + length + " bytes",
            (kind == Frame.MORE ? "at least " : "") + (got + payloadLeft) + " bytes");
      }
      while (payloadLeft > 0) {
        pump.awaitReadable(peer, 1, expecting);
        int run = (int) Math.min(payloadLeft, in.readable());
        in.read(target, got, run);
        partBytes += run;
        got += run;
        payloadLeft -= run;
      }
    } while (kind == Frame.MORE);
    partBytes = 0;
  }

  /** Reads the next message, of at most {@code most} bytes, into a heap buffer. */
  void message(ByteBuf target, long most, String expecting) {
    headerBytes = 0;
    do {
      nextFrame(expecting);
      if ((long) target.readableBytes() + payloadLeft > most) {
        throw faults.desync(
            peer,
            expecting + " of at most " + most + " bytes",
            "at least " + ((long) target.readableBytes() + payloadLeft) + " bytes");
      }
      while (payloadLeft > 0) {
        pump.awaitReadable(peer, 1, expecting);
        int run = (int) Math.min(payloadLeft, in.readable());
        target.ensureWritable(run);
        in.read(
            MemorySegment.ofArray(target.array()),
            target.arrayOffset() + target.writerIndex(),
            run);
        target.writerIndex(target.writerIndex() + run);
        partBytes += run;
        payloadLeft -= run;
      }
    } while (kind == Frame.MORE);
    partBytes = 0;
  }

  private void nextFrame(String expecting) {
    long headerBefore = headerBytes;
    long header = varint(Frame.MAX_LENGTH_BYTES, expecting);
    kind = (int) (header & 3);
    long length = header >>> 2;
    if (length > frameCap && kind != Frame.CONTROL) {
      throw faults.desync(
          peer, "a frame of at most " + frameCap + " bytes", "one of " + length + " bytes");
    }
    payloadLeft = (int) length;
    if (kind == Frame.CONTROL) {
      if (length > MAX_CONTROL_BYTES) {
        throw faults.desync(
            peer, "an abort of at most " + MAX_CONTROL_BYTES + " bytes", "one of " + length);
      }
      byte[] payload = new byte[payloadLeft];
      pump.awaitReadable(peer, payloadLeft, expecting);
      in.read(MemorySegment.ofArray(payload), 0, payloadLeft);
      long frameBytes = headerBytes - headerBefore + payloadLeft;
      controlBytes += frameBytes;
      partBytes -= headerBytes - headerBefore;
      payloadLeft = 0;
      throw faults.endedByPeer(peer, abort(payload), expecting);
    }
    if (kind == Frame.MORE && length == 0) {
      throw faults.desync(peer, "a part of a message", "an empty one");
    }
    if (kind == Frame.END) {
      lastDepth++;
    } else if (kind == Frame.END_DEPTH) {
      long depth = varint(Frame.MAX_DEPTH_BYTES, expecting);
      if (depth < Math.max(1, lastDepth) || depth == lastDepth + 1 || depth > Frame.MAX_DEPTH) {
        throw faults.desync(
            peer,
            "a depth of " + lastDepth + ", or above " + (lastDepth + 1) + " and in reason",
            "" + depth);
      }
      lastDepth = depth;
    }
  }

  private long varint(int mostBytes, String expecting) {
    long value = 0;
    for (int i = 0; i < mostBytes; i++) {
      pump.awaitReadable(peer, 1, expecting);
      byte next = in.readByte();
      headerBytes++;
      partBytes++;
      value |= (long) (next & 0x7F) << (7 * i);
      if (next >= 0) {
        if (next == 0 && i > 0) {
          throw faults.desync(peer, "the shortest form of a frame header", "a longer one");
        }
        return value;
      }
    }
    throw faults.desync(peer, "a frame header of at most " + mostBytes + " bytes", "a longer one");
  }

  private @Nullable Abort abort(byte[] payload) {
    if (payload.length == 0) {
      return null;
    }
    ByteBuf bytes = io.netty.buffer.Unpooled.wrappedBuffer(payload);
    try {
      if (controlCodec.decode(bytes, CONTROL_LIMITS) instanceof Abort abort) {
        return abort;
      }
    } catch (CodecException e) {
      throw faults.desync(peer, "a close or an abort", String.valueOf(e.getMessage()));
    }
    throw faults.desync(peer, "a close or an abort", "another value");
  }

  /**
   * Once nothing more will come: looks through what has come, without taking it, for how the peer
   * ended. A close in order returns; an abort or a plain end of the bytes throws.
   */
  void settle(String expecting) {
    if (settled) {
      return;
    }
    settled = true;
    long at = payloadLeft;
    while (at < in.readable()) {
      long header = 0;
      int shift = 0;
      byte next;
      do {
        if (at >= in.readable() || shift > 28) {
          throw faults.lost(peer, in.failure(), expecting);
        }
        next = in.peek(at++);
        header |= (long) (next & 0x7F) << shift;
        shift += 7;
      } while (next < 0);
      long length = header >>> 2;
      switch ((int) (header & 3)) {
        case Frame.CONTROL -> {
          settleControl(at, length, expecting);
          return;
        }
        case Frame.END_DEPTH -> {
          while (at < in.readable() && in.peek(at++) < 0) {
            // the depth, up to its last byte
          }
          at += length;
        }
        default -> at += length;
      }
    }
    throw faults.lost(peer, in.failure(), expecting);
  }

  private void settleControl(long at, long length, String expecting) {
    if (length == 0) {
      return;
    }
    if (length > MAX_CONTROL_BYTES || at + length > in.readable()) {
      throw faults.lost(peer, in.failure(), expecting);
    }
    byte[] payload = new byte[(int) length];
    for (int i = 0; i < length; i++) {
      payload[i] = in.peek(at + i);
    }
    throw faults.endedByPeer(peer, abort(payload), expecting);
  }
}
