package org.sotto.net.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** The bytes that have arrived on one flow and were not yet taken, in order. */
public interface Inbound {
  /** How many bytes can be taken now. */
  long readable();

  /** How many bytes have arrived in all; grows as the peer makes progress. */
  long arrived();

  /** Takes one byte; there must be one. */
  byte readByte();

  /** Takes {@code count} bytes into a segment; there must be as many. */
  void read(MemorySegment target, long offset, long count);

  /** Whether nothing more will arrive. */
  boolean ended();

  /** Why the peer was lost, or null when the flow is open or the peer closed in order. */
  @Nullable Throwable failure();
}
