package org.sotto.net.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.Inbound;

/**
 * A queue of chunks in two halves: {@code sent} is filled by the sender under the session's lock,
 * {@code taken} belongs to the receiver alone; {@link #takeIn} moves one to the other. Chunks may
 * be there before their bytes have landed; only those that have are readable.
 */
final class MemoryInbound implements Inbound {
  private final ArrayDeque<byte[]> sent = new ArrayDeque<>();
  private long untaken;
  private boolean ending;
  private @Nullable Throwable reason;

  private final ArrayDeque<byte[]> taken = new ArrayDeque<>();
  private int position;
  private long readable;
  private long arrived;
  private boolean ended;

  /** The sender's next bytes, still on their way. */
  void send(byte[] chunk) {
    if (chunk.length > 0 && !ending) {
      sent.add(chunk);
    }
  }

  /** The next bytes on their way are here. */
  void land(long bytes) {
    if (!ending) {
      untaken += bytes;
    }
  }

  void end(@Nullable Throwable why) {
    if (!ending) {
      ending = true;
      reason = why;
    }
  }

  long untaken() {
    return untaken;
  }

  /** Moves what has arrived to the receiver's half; whether there was anything. */
  boolean takeIn() {
    boolean some = untaken > 0 || ended != ending;
    taken.addAll(sent);
    sent.clear();
    readable += untaken;
    arrived += untaken;
    untaken = 0;
    ended = ending;
    return some;
  }

  @Override
  public long readable() {
    return readable;
  }

  @Override
  public long arrived() {
    return arrived;
  }

  @Override
  public byte readByte() {
    byte[] head = taken.getFirst();
    byte value = head[position++];
    readable--;
    if (position == head.length) {
      next();
    }
    return value;
  }

  private void next() {
    taken.removeFirst();
    position = 0;
  }

  @Override
  public void read(MemorySegment target, long offset, long count) {
    long at = offset;
    long left = count;
    while (left > 0) {
      byte[] head = taken.getFirst();
      int run = (int) Math.min(left, head.length - position);
      MemorySegment source = MemorySegment.ofArray(head);
      MemorySegment.copy(source, JAVA_BYTE, position, target, JAVA_BYTE, at, run);
      at += run;
      left -= run;
      position += run;
      if (position == head.length) {
        next();
      }
    }
    readable -= count;
  }

  @Override
  public boolean ended() {
    return ended;
  }

  @Override
  public @Nullable Throwable failure() {
    return ended ? reason : null;
  }
}
