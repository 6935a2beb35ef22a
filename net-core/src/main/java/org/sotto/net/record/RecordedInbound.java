package org.sotto.net.record;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.Inbound;

/** One flow from a peer; what is taken from it is noted. */
final class RecordedInbound implements Inbound {
  private final Inbound inner;
  private final int peer;
  private final int flow;
  private final RecordingWriter writer;

  RecordedInbound(Inbound inner, int peer, int flow, RecordingWriter writer) {
    this.inner = inner;
    this.peer = peer;
    this.flow = flow;
    this.writer = writer;
  }

  @Override
  public long readable() {
    return inner.readable();
  }

  @Override
  public long arrived() {
    return inner.arrived();
  }

  @Override
  public byte readByte() {
    byte value = inner.readByte();
    writer.received(peer, flow, value);
    return value;
  }

  @Override
  public void read(MemorySegment target, long offset, long count) {
    inner.read(target, offset, count);
    writer.received(peer, flow, target, offset, count);
  }

  @Override
  public boolean ended() {
    return inner.ended();
  }

  @Override
  public @Nullable Throwable failure() {
    return inner.failure();
  }
}
