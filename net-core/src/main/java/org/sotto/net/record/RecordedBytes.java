package org.sotto.net.record;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The bytes of one flow in one direction, in the order of a recording that was checked: a cursor
 * that skips what belongs to others.
 */
final class RecordedBytes {
  private final MemorySegment file;
  private final RecordKind kind;
  private final int peer;
  private final int flow;
  private long at;
  private long from;
  private int left;
  private long passed;
  private boolean over;

  RecordedBytes(RecordingReader recording, RecordKind kind, int peer, int flow) {
    this.file = recording.bytes();
    this.at = recording.records();
    this.kind = kind;
    this.peer = peer;
    this.flow = flow;
  }

  private RecordedBytes(RecordedBytes here) {
    this.file = here.file;
    this.kind = here.kind;
    this.peer = here.peer;
    this.flow = here.flow;
    this.at = here.at;
    this.from = here.from;
    this.left = here.left;
    this.over = here.over;
  }

  RecordKind kind() {
    return kind;
  }

  int peer() {
    return peer;
  }

  int flow() {
    return flow;
  }

  /** Bytes that can be looked at in one piece; 0 at the end. */
  int run() {
    while (left == 0 && !over) {
      nextRecord();
    }
    return left;
  }

  /** The bytes that {@link #run} counts. */
  MemorySegment bytes() {
    return file.asSlice(from, left);
  }

  void pass(int count) {
    from += count;
    left -= count;
    passed += count;
  }

  /** Bytes passed. */
  long position() {
    return passed;
  }

  /** Bytes passed and those that can be looked at, without a look at the file. */
  long seen() {
    return passed + left;
  }

  /** Bytes from here to the end of the recording; passes none. */
  long left() {
    long sum = 0;
    RecordedBytes ahead = new RecordedBytes(this);
    for (int run = ahead.run(); run > 0; run = ahead.run()) {
      sum += run;
      ahead.pass(run);
    }
    return sum;
  }

  /** Looks at the file no more. */
  void end() {
    over = true;
  }

  private void nextRecord() {
    RecordKind next = RecordKind.of(varint());
    if (next == null || next.isLast()) {
      over = true;
      return;
    }
    boolean mine = next == kind;
    mine &= varint() == peer;
    if (next.hasBytes()) {
      mine &= varint() == flow;
      int length = varint();
      from = at;
      at += length;
      left = mine ? length : 0;
    }
  }

  private int varint() {
    int value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = file.get(ValueLayout.JAVA_BYTE, at++);
      value |= (next & 0x7F) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }
}
