package org.sotto.net;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;

/**
 * Frames that come from one peer. Nothing is allocated from a declared length: a message goes
 * straight into an array whose size the receiver chose, or grows with the bytes that have come.
 */
final class Inbox {
  private final Session session;
  private final Pump pump;
  private final Faults faults;
  private final int peer;
  private final Flows flows;
  private final Inbound in;
  private final int frameCap;
  private final @Nullable TranscriptHash transcript;
  private final @Nullable TagTrail tags;

  private long lastDepth;
  private int kind;
  private int payloadLeft;
  private Inbound payload;
  private long headerBytes;
  private long partBytes;
  private long endBytes;

  Inbox(
      Session session,
      Flows flows,
      Pump pump,
      int peer,
      int frameCap,
      @Nullable TranscriptHash transcript,
      @Nullable TagTrail tags) {
    this.session = session;
    this.transcript = transcript;
    this.tags = tags;
    this.pump = pump;
    this.faults = session.faults();
    this.peer = peer;
    this.flows = flows;
    this.in = flows.inbound(peer, 0);
    this.payload = in;
    this.frameCap = frameCap;
  }

  /** Bytes that have arrived on all flows and were not taken. */
  long unread() {
    return flows.unread(peer);
  }

  /** Bytes that have arrived and are no part of a message that was read whole. */
  long unreceived() {
    return unread() + partBytes;
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
  void message(Form form, MemorySegment target, long length, String expecting) {
    long got = 0;
    headerBytes = 0;
    firstFrame(expecting);
    while (true) {
      if (got + payloadLeft > length || (!isPart() && got + payloadLeft != length)) {
        throw faults.desync(
            peer,
            expecting + " of " + length + " bytes",
            (isPart() ? "at least " : "") + (got + payloadLeft) + " bytes");
      }
      while (payloadLeft > 0) {
        pump.awaitReadable(peer, payload, 1, expecting);
        int run = (int) Math.min(payloadLeft, payload.readable());
        payload.read(target, got, run);
        partBytes += run;
        got += run;
        payloadLeft -= run;
      }
      if (!isPart()) {
        break;
      }
      nextFrame(expecting);
    }
    partBytes = 0;
    if (transcript != null) {
      transcript.add(target, length);
    }
    if (tags != null) {
      tags.received(session.phase(), form, length);
    }
  }

  /** Reads the next message, of at most {@code most} bytes, into a heap buffer. */
  void message(ByteBuf target, long most, String expecting) {
    headerBytes = 0;
    firstFrame(expecting);
    while (true) {
      if ((long) target.readableBytes() + payloadLeft > most) {
        throw faults.desync(
            peer,
            expecting + " of at most " + most + " bytes",
            "at least " + ((long) target.readableBytes() + payloadLeft) + " bytes");
      }
      while (payloadLeft > 0) {
        pump.awaitReadable(peer, payload, 1, expecting);
        int run = (int) Math.min(payloadLeft, payload.readable());
        target.ensureWritable(run);
        payload.read(
            MemorySegment.ofArray(target.array()),
            target.arrayOffset() + target.writerIndex(),
            run);
        target.writerIndex(target.writerIndex() + run);
        partBytes += run;
        payloadLeft -= run;
      }
      if (!isPart()) {
        break;
      }
      nextFrame(expecting);
    }
    partBytes = 0;
    if (transcript != null) {
      transcript.add(target, target.readerIndex(), target.readableBytes());
    }
    if (tags != null) {
      tags.received(session.phase(), Form.VALUE, target.readableBytes());
    }
  }

  private boolean isPart() {
    return kind == Frame.MORE || kind == Frame.STRIPED;
  }

  private void firstFrame(String expecting) {
    long header = varint(Frame.MAX_LENGTH_BYTES, expecting);
    if (tags == null) {
      frame(header, expecting);
      return;
    }
    if (header == Frame.PHASE_END) {
      throw faults.diverged(peer, message(tags) + ", " + expecting, "the end of a phase");
    }
    frame(header, expecting);
    if (octet(expecting) != tags.tagOfReceive(session.phase())) {
      throw faults.diverged(peer, message(tags) + ", " + expecting, "one of another phase");
    }
  }

  private String message(TagTrail trail) {
    return "message #" + (trail.messagesReceived() + 1) + " " + TagTrail.place(session.phase());
  }

  /** Reads the end of the outermost phase that ends here too, and compares. */
  void endPhase(TagTrail trail) {
    headerBytes = 0;
    String expecting = "the end of the phase";
    long header = varint(Frame.MAX_LENGTH_BYTES, expecting);
    if (header != Frame.PHASE_END) {
      String more = (header & 2) == 0 ? "" : "at least ";
      throw faults.diverged(peer, end(trail), "a message of " + more + (header >>> 2) + " bytes");
    }
    byte tag = octet(expecting);
    long sum = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      sum |= (octet(expecting) & 0xFFL) << (8 * i);
    }
    if (tag != trail.tagOfReceive(session.phase())) {
      throw faults.diverged(peer, end(trail), "the end of another phase");
    }
    if (sum != trail.sumExpected()) {
      throw faults.diverged(peer, end(trail), "one behind other messages");
    }
    endBytes += headerBytes;
    partBytes = 0;
  }

  private String end(TagTrail trail) {
    long messages = trail.messagesReceived();
    return "the end of the phase " + session.phasePath() + " behind " + messages + " messages";
  }

  /** Bytes of ends of phases read so far. */
  long endBytes() {
    return endBytes;
  }

  private void nextFrame(String expecting) {
    frame(varint(Frame.MAX_LENGTH_BYTES, expecting), expecting);
  }

  private void frame(long header, String expecting) {
    kind = (int) (header & 3);
    long length = header >>> 2;
    if (length > frameCap) {
      throw faults.desync(
          peer, "a frame of at most " + frameCap + " bytes", "one of " + length + " bytes");
    }
    payloadLeft = (int) length;
    payload = in;
    if (isPart() && length == 0) {
      throw faults.desync(peer, "a part of a message", "an empty one");
    }
    if (kind == Frame.STRIPED) {
      long flow = varint(Frame.MAX_FLOW_BYTES, expecting);
      if (flow < 1 || flow >= flows.most(peer)) {
        throw faults.desync(
            peer, "a flow of 1 to " + (flows.most(peer) - 1) + " for a part", "" + flow);
      }
      payload = flows.inbound(peer, (int) flow);
    } else if (kind == Frame.END) {
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
    FrameEvent.emit(session, peer, false, !isPart(), length);
  }

  private byte octet(String expecting) {
    pump.awaitReadable(peer, in, 1, expecting);
    byte next = in.readByte();
    headerBytes++;
    partBytes++;
    return next;
  }

  private long varint(int mostBytes, String expecting) {
    long value = 0;
    for (int i = 0; i < mostBytes; i++) {
      byte next = octet(expecting);
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
}
