package org.sotto.net;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The running SHA-256 over the messages of one direction between two members: for each its length
 * as a varint, then its payload in wire order. How the message was cut into frames and which flows
 * carried them does not matter.
 */
final class TranscriptHash {
  private static final int RUN_BYTES = 8 << 10;

  private final MessageDigest digest = sha256();
  private final byte[] run = new byte[RUN_BYTES];
  private long messages;

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Takes in a message: the first {@code length} bytes of a segment. */
  void add(MemorySegment message, long length) {
    begin(length);
    MemorySegment target = MemorySegment.ofArray(run);
    for (long from = 0; from < length; from += RUN_BYTES) {
      int count = (int) Math.min(RUN_BYTES, length - from);
      MemorySegment.copy(message, JAVA_BYTE, from, target, JAVA_BYTE, 0, count);
      digest.update(run, 0, count);
    }
    Arrays.fill(run, 0, (int) Math.min(RUN_BYTES, length), (byte) 0); // A payload is secret.
  }

  /** Takes in a message that stands in a buffer. */
  void add(ByteBuf buffer, int from, int length) {
    begin(length);
    digest.update(buffer.nioBuffer(from, length));
  }

  private void begin(long length) {
    messages++;
    long left = length;
    while ((left & ~0x7FL) != 0) {
      digest.update((byte) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    digest.update((byte) left);
  }

  /** How many messages there were. */
  long messages() {
    return messages;
  }

  /** The digest of all messages so far, in hex; more may follow. */
  String hex() {
    try {
      return HexFormat.of().formatHex(((MessageDigest) digest.clone()).digest());
    } catch (CloneNotSupportedException e) {
      throw new IllegalStateException("this Java's SHA-256 cannot be read while it runs", e);
    }
  }
}
