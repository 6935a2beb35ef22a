package org.sotto.net;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Payloads of which every byte depends on where it stands. */
final class ByteStreams {
  private ByteStreams() {}

  /** Byte {@code i} of message {@code round} from a party: no two alike, no two neighbours. */
  static byte[] message(int from, int round, int size) {
    byte[] bytes = new byte[size];
    fill(bytes, from, round);
    return bytes;
  }

  static void fill(byte[] bytes, int from, int round) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = at(i, from, round);
    }
  }

  /** The first wrong index, or -1. */
  static int wrong(byte[] bytes, int from, int round) {
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] != at(i, from, round)) {
        return i;
      }
    }
    return -1;
  }

  private static byte at(int i, int from, int round) {
    return (byte) (i * 31 + (i >>> 8) * 7 + round * 13 + from * 101);
  }

  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
