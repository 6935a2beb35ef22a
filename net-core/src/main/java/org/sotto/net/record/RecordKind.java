package org.sotto.net.record;

import org.jspecify.annotations.Nullable;

/** What a record says; its code is the first byte. */
enum RecordKind {
  /** The last record: the session was closed in order. */
  CLOSED(0),
  /** The last record: the session gave up. */
  GAVE_UP(1),
  /** Bytes that were handed to a flow. */
  SENT(2),
  /** Bytes that the session's thread took from a flow. */
  RECEIVED(3),
  /** A peer closed the session. */
  ENDED(4),
  /** A peer was lost. */
  LOST(5),
  /** A peer gave up; its notice. */
  ABORTED(6);

  private static final RecordKind[] ALL = values();

  private final int code;

  RecordKind(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  boolean isLast() {
    return this == CLOSED || this == GAVE_UP;
  }

  /** Whether flow, length and as many bytes follow the peer. */
  boolean hasBytes() {
    return this == SENT || this == RECEIVED || this == ABORTED;
  }

  static @Nullable RecordKind of(int code) {
    return code < ALL.length ? ALL[code] : null;
  }
}
