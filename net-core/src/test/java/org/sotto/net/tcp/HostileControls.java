package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/** Bytes that no honest party sends on its control flow or its flows of shared sessions. */
final class HostileControls {
  private HostileControls() {}

  /**
   * An attack.
   *
   * @param bytes what to send, by the victim's number for the session under attack
   * @param fatal whether it ends the link, or is to be let pass
   */
  record Attack(String name, IntFunction<byte[]> bytes, boolean fatal) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static byte[] bytes(Consumer<ByteBuf> writer) {
    ByteBuf out = Unpooled.buffer();
    writer.accept(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes).release();
    return bytes;
  }

  /** A control message of a type, with anything as its body. */
  private static byte[] message(int type, Consumer<ByteBuf> body) {
    byte[] all = bytes(out -> body.accept(out.writeByte(type)));
    return bytes(
        out -> {
          Strings.writeVarint(out, all.length);
          out.writeBytes(all);
        });
  }

  private static byte[] numbers(int type, long... numbers) {
    return message(
        type,
        out -> {
          for (long number : numbers) {
            Strings.writeVarint(out, number);
          }
        });
  }

  private static Attack fatal(String name, byte[] bytes) {
    return new Attack(name, number -> bytes, true);
  }

  private static Attack vain(String name, IntFunction<byte[]> bytes) {
    return new Attack(name, bytes, false);
  }

  static List<Attack> attacks() {
    List<Attack> all = new ArrayList<>();
    all.add(fatal("length of 4 bytes", new byte[] {-1, -1, -1, 1}));
    all.add(fatal("length above the cap", bytes(out -> Strings.writeVarint(out, (40 << 10) + 1))));
    all.add(fatal("empty message", new byte[] {0}));
    all.add(fatal("type 0", new byte[] {1, 0}));
    all.add(fatal("type 10", new byte[] {1, 10}));
    all.add(fatal("type 255", new byte[] {1, -1}));
    all.add(
        fatal("open, cut", message(1, out -> out.writeByte(3).writeShortLE(100).writeByte(65))));
    all.add(fatal("open without a name", open("", 2, 0, 1)));
    all.add(fatal("open with 2^31 - 1 members", open("a", Integer.MAX_VALUE, 0, 1)));
    all.add(fatal("open with 2^31 - 1 settings", open("a", 0, Integer.MAX_VALUE, 1)));
    all.add(fatal("open with 0 flows", open("a", 0, 0, 0)));
    all.add(fatal("open with 65 flows", open("a", 0, 0, 65)));
    all.add(fatal("closed with 2^31 - 1 flows", numbers(3, 1, Integer.MAX_VALUE)));
    all.add(fatal("closed with 2^31 flows", numbers(3, 1, 1L << 31)));
    all.add(fatal("grow of 2^31", numbers(6, 1, 1L << 31)));
    all.add(fatal("session 2^40", numbers(6, 1L << 40, 1)));
    all.add(fatal("a varint of 10 bytes", message(6, out -> out.writeBytes(filled(10, -1)))));
    all.add(fatal("a ping of 9 bytes", message(7, out -> out.writeZero(9))));
    all.add(fatal("a ping of 7 bytes", message(7, out -> out.writeZero(7))));
    all.add(fatal("control acknowledged beyond", numbers(5, 0, 0, Long.MAX_VALUE)));
    all.add(fatal("shared flow acknowledged beyond", numbers(5, 0, 1, 1)));
    all.add(vain("shared flow that is none", n -> numbers(5, 0, 999, 1)));
    all.add(vain("unknown session acknowledged", n -> numbers(5, n + 1, 0, 1)));
    all.add(vain("session 2^31 - 1", n -> numbers(5, Integer.MAX_VALUE, 0, 1)));
    all.add(vain("unknown flow acknowledged", n -> numbers(5, n, Integer.MAX_VALUE, 1)));
    all.add(vain("session acknowledged beyond", n -> numbers(5, n, 0, Long.MAX_VALUE)));
    all.add(vain("unknown session closed", n -> numbers(3, n + 1, 1, 0)));
    all.add(vain("unknown session aborted", n -> numbers(4, n + 1, 1, 0)));
    all.add(
        vain("closed with absurd counts", n -> numbers(3, n, 2, Long.MAX_VALUE, Long.MAX_VALUE)));
    all.add(vain("closed with 10,000 flows", HostileControls::closedWithMany));
    all.add(vain("grow of 2^31 - 1", n -> numbers(6, n, Integer.MAX_VALUE)));
    all.add(vain("grow of 0", n -> numbers(6, n, 0)));
    all.add(vain("a pong that nobody asked for", n -> message(8, out -> out.writeLong(-1))));
    all.add(vain("a session given up that is none", n -> giveUp("x".repeat(20_000))));
    return all;
  }

  private static byte[] open(String name, int members, int settings, int flows) {
    return message(
        1,
        out -> {
          Strings.writeVarint(out, 1);
          Strings.write(out, name);
          Strings.writeVarint(out, 0);
          Strings.writeVarint(out, members);
          for (int i = 0; i < Math.min(members, 1000); i++) {
            Strings.writeVarint(out, i);
          }
          Strings.writeVarint(out, settings);
          for (int i = 0; i < Math.min(settings, 100); i++) {
            Strings.write(out, "key");
            Strings.write(out, "value");
          }
          if (members + settings < 1000) {
            out.writeByte(1);
            Strings.writeVarint(out, flows);
            Strings.writeVarint(out, flows);
          }
        });
  }

  private static byte[] closedWithMany(int number) {
    return message(
        3,
        out -> {
          Strings.writeVarint(out, number);
          Strings.writeVarint(out, 10_000);
          for (int i = 0; i < 10_000; i++) {
            Strings.writeVarint(out, 0);
          }
        });
  }

  private static byte[] giveUp(String key) {
    return message(
        2,
        out -> {
          Strings.write(out, key);
          Strings.write(out, "why");
        });
  }

  private static byte[] filled(int count, int value) {
    byte[] bytes = new byte[count];
    java.util.Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  /** A right run of zero bytes. */
  static byte[] run(int session, int length) {
    return bytes(
        out -> {
          Strings.writeVarint(out, session);
          Strings.writeVarint(out, (long) length << 1);
          out.writeZero(length);
        });
  }

  private static byte[] header(long... numbers) {
    return bytes(
        out -> {
          for (long number : numbers) {
            Strings.writeVarint(out, number);
          }
        });
  }

  static List<Attack> runs() {
    List<Attack> all = new ArrayList<>();
    all.add(fatal("a run of nothing", header(1, 0)));
    all.add(fatal("a striped run of nothing", header(1, 1)));
    all.add(fatal("a run above 1 MiB", header(1, ((1 << 20) + 1) << 1)));
    all.add(fatal("a run of 2^31 - 1", header(1, (1L << 32) - 2)));
    all.add(fatal("a session of 6 bytes", header(1L << 36)));
    all.add(fatal("a length of 6 bytes", header(1, 1L << 36)));
    all.add(fatal("a flow of 6 bytes", header(1, 3, 1L << 36)));
    all.add(vain("a run for an unknown session", n -> run(n + 1, 5000)));
    all.add(vain("a run for session 0", n -> run(0, 5000)));
    all.add(vain("a run for session 2^31 - 1", n -> run(Integer.MAX_VALUE, 1)));
    all.add(
        vain(
            "a run for an unknown flow",
            n -> bytes(out -> out.writeBytes(header(n, 3, 99)).writeZero(1))));
    all.add(vain("a run that does not end", n -> header(n, 2000)));
    all.add(vain("a header that does not end", n -> new byte[] {-1}));
    return all;
  }
}
