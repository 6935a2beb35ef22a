package org.sotto.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Frames that no right party sends. */
public final class HostileFrames {
  private HostileFrames() {}

  /**
   * One run of bytes behind the hello.
   *
   * @param words what the victim's message must contain
   */
  @SuppressWarnings("ArrayRecordComponent") // a test's data
  public record Attack(String name, byte[] bytes, String words) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** Attacks that a receiver of one byte finds out. */
  public static List<Attack> attacks() {
    List<Attack> attacks = new ArrayList<>();
    for (int kind = 0; kind < 4; kind++) {
      attacks.add(
          attack("oversized, kind " + kind, "a frame of at most", ((16L << 20) + 1) << 2 | kind));
      attacks.add(attack("huge, kind " + kind, "a frame of at most", ((1L << 33) - 1) << 2 | kind));
    }
    attacks.add(
        new Attack(
            "longest varint", bytes(0x80, 0x80, 0x80, 0x80, 0x80, 1), "header of at most 5"));
    attacks.add(new Attack("endless varint", filled(100, 0xFF, 0xFF), "header of at most 5"));
    attacks.add(new Attack("padded varint", bytes(0x84, 0x00), "shortest form"));
    attacks.add(new Attack("padded depth", bytes(0x05, 0x82, 0x00, 9), "shortest form"));
    attacks.add(new Attack("endless depth", filled(20, 0x05, 0x80), "header of at most"));
    attacks.add(new Attack("empty part", bytes(0x02), "an empty one"));
    attacks.add(attack("depth 0", "a depth of", 5, 0));
    attacks.add(attack("depth written in vain", "a depth of", 5, 1));
    attacks.add(attack("depth beyond reason", "a depth of", 5, Long.MAX_VALUE));
    attacks.add(new Attack("longer message", bytes(0x08, 1, 2), "2 bytes"));
    attacks.add(new Attack("parts without end", alternating(5000, 0x06, 7), "bytes"));
    attacks.add(new Attack("part on flow 0", bytes(0x07, 0, 9), "a flow of 1 to"));
    attacks.add(new Attack("part on no flow", bytes(0x07, 0x7F, 9), "a flow of 1 to"));
    attacks.add(new Attack("part on an endless flow", bytes(0x07, 0x80, 1), "header of at most 1"));
    attacks.add(new Attack("empty part elsewhere", bytes(0x03, 1), "an empty one"));
    return attacks;
  }

  private static Attack attack(String name, String words, long... varints) {
    ByteBuf out = Unpooled.buffer();
    for (long value : varints) {
      Frame.writeVarint(out, value);
    }
    out.writeZero(8);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return new Attack(name, bytes, words);
  }

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  /** {@code first}, then {@code next} over and over. */
  private static byte[] filled(int count, int first, int next) {
    byte[] bytes = new byte[count];
    java.util.Arrays.fill(bytes, (byte) next);
    bytes[0] = (byte) first;
    return bytes;
  }

  private static byte[] alternating(int count, int even, int odd) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i % 2 == 0 ? even : odd);
    }
    return bytes;
  }
}
