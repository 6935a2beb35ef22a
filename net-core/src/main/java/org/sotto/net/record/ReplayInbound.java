package org.sotto.net.record;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.Inbound;

/** What was taken from one flow, all there at once. */
final class ReplayInbound implements Inbound {
  private final ReplayFlows flows;
  private final RecordedBytes bytes;
  private final boolean ends;
  private final @Nullable Throwable failure;

  /**
   * @param ends whether the peer had ended before the session did
   * @param failure why it was lost, if it was
   */
  ReplayInbound(ReplayFlows flows, RecordedBytes bytes, boolean ends, @Nullable Throwable failure) {
    this.flows = flows;
    this.bytes = bytes;
    this.ends = ends;
    this.failure = failure;
  }

  RecordedBytes bytes() {
    return bytes;
  }

  @Override
  public long readable() {
    int run = bytes.run();
    if (run == 0) {
      flows.nothingIn(this);
    }
    return run;
  }

  @Override
  public long arrived() {
    return bytes.seen();
  }

  @Override
  public byte readByte() {
    byte value = bytes.bytes().get(ValueLayout.JAVA_BYTE, 0);
    bytes.pass(1);
    return value;
  }

  @Override
  public void read(MemorySegment target, long offset, long count) {
    MemorySegment.copy(bytes.bytes(), JAVA_BYTE, 0, target, JAVA_BYTE, offset, count);
    bytes.pass((int) count);
  }

  @Override
  public boolean ended() {
    return ends && flows.isTold() && bytes.run() == 0;
  }

  @Override
  public @Nullable Throwable failure() {
    return flows.isTold() ? failure : null;
  }
}
