package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.sotto.net.transport.SessionSpec;

/**
 * The first message on every flow, in both directions. All integers are little-endian; a string is
 * a u16 byte length and UTF-8.
 *
 * <pre>
 * +--------------------+---------+------------+--------+
 * | "SOTTO" 0x0D 0x0A  | version | length u16 |  body  |
 * |      7 bytes       | 1 byte  |            |        |
 * +--------------------+---------+------------+--------+
 * body, control (1) and session (2):
 *   kind u8 | party u16 | name str | table digest 32 B | nonce 16 B | frame cap u32
 * body, session, goes on:
 *   session name str | occurrence u32 | members u16 count, u16 each | settings u16 count, str str
 * body, refusal (3):
 *   kind u8 | reason str
 * </pre>
 *
 * @param party the sender's id
 * @param name the sender's name
 * @param tableDigest SHA-256 of its party table
 * @param nonce fresh for each mesh, so that flows of a restarted party are told apart
 * @param frameCap the largest frame it accepts, in bytes
 * @param session what it wants to open, or null on a control flow
 */
@SuppressWarnings("ArrayRecordComponent") // lives for one handshake, never compared as a whole
record Hello(
    int party,
    String name,
    byte[] tableDigest,
    byte[] nonce,
    int frameCap,
    @Nullable SessionSpec session) {
  static final byte[] MAGIC = {'S', 'O', 'T', 'T', 'O', 0x0D, 0x0A};
  static final int VERSION = 1;

  /** Magic, version and length. */
  static final int PREFIX_BYTES = MAGIC.length + 1 + 2;

  static final int MAX_BODY_BYTES = 32 << 10;
  static final int CONTROL = 1;
  static final int SESSION = 2;
  static final int REFUSAL = 3;

  /** Writes the whole message, prefix included. */
  void write(ByteBuf out) {
    int start = prefix(out, session == null ? CONTROL : SESSION);
    out.writeShortLE(party);
    string(out, name);
    out.writeBytes(tableDigest).writeBytes(nonce).writeIntLE(frameCap);
    if (session != null) {
      string(out, session.name());
      out.writeIntLE(session.occurrence());
      out.writeShortLE(session.members().size());
      session.members().forEach(out::writeShortLE);
      out.writeShortLE(session.settings().size());
      session
          .settings()
          .forEach(
              (key, value) -> {
                string(out, key);
                string(out, value);
              });
    }
    finish(out, start);
  }

  static void writeRefusal(ByteBuf out, String reason) {
    int start = prefix(out, REFUSAL);
    string(out, reason);
    finish(out, start);
  }

  private static int prefix(ByteBuf out, int kind) {
    out.writeBytes(MAGIC).writeByte(VERSION);
    int lengthAt = out.writerIndex();
    out.writeShortLE(0).writeByte(kind);
    return lengthAt;
  }

  private static void finish(ByteBuf out, int lengthAt) {
    int length = out.writerIndex() - lengthAt - 2;
    if (length > MAX_BODY_BYTES) {
      throw new IllegalArgumentException(
          "hello: expected at most "
              + MAX_BODY_BYTES
              + " bytes of names and settings, got "
              + length);
    }
    out.setShortLE(lengthAt, length);
  }

  private static void string(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0xFFFF) {
      throw new IllegalArgumentException("hello: a string of " + bytes.length + " bytes");
    }
    out.writeShortLE(bytes.length).writeBytes(bytes);
  }

  /**
   * Reads a body.
   *
   * @throws RefusedException if a peer refused us, or the body is malformed
   */
  static Hello read(ByteBuf body) throws RefusedException {
    try {
      int kind = body.readUnsignedByte();
      if (kind == REFUSAL) {
        throw new RefusedException("refused by the peer: " + string(body));
      }
      if (kind != CONTROL && kind != SESSION) {
        throw new RefusedException("hello kind: expected 1, 2 or 3, got " + kind);
      }
      int party = body.readUnsignedShortLE();
      String name = string(body);
      byte[] digest = bytes(body, 32);
      byte[] nonce = bytes(body, 16);
      int frameCap = body.readIntLE();
      Hello hello =
          new Hello(
              party, name, digest, nonce, frameCap, kind == SESSION ? readSession(body) : null);
      if (body.isReadable()) {
        throw new RefusedException(
            "hello: expected its end, got " + body.readableBytes() + " more bytes");
      }
      return hello;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new RefusedException("hello: malformed, " + e.getClass().getSimpleName());
    }
  }

  private static SessionSpec readSession(ByteBuf body) {
    String name = string(body);
    int occurrence = body.readIntLE();
    List<Integer> members = new ArrayList<>();
    for (int left = body.readUnsignedShortLE(); left > 0; left--) {
      members.add(body.readUnsignedShortLE());
    }
    Map<String, String> settings = new TreeMap<>();
    for (int left = body.readUnsignedShortLE(); left > 0; left--) {
      settings.put(string(body), string(body));
    }
    return new SessionSpec(name, occurrence, members, new TreeMap<>(settings));
  }

  private static String string(ByteBuf body) {
    return new String(bytes(body, body.readUnsignedShortLE()), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuf body, int count) {
    if (count > body.readableBytes()) {
      throw new IndexOutOfBoundsException(count);
    }
    byte[] bytes = new byte[count];
    body.readBytes(bytes);
    return bytes;
  }

  /** The fields of {@code peer} that differ from what a party of id {@code id} must send. */
  List<String> mismatches(Hello peer, int id, String expectedName) {
    List<String> found = new ArrayList<>();
    compare(found, "party id", id, peer.party);
    compare(found, "party name", expectedName, peer.name);
    compare(
        found,
        "party table digest",
        HexFormat.of().formatHex(tableDigest, 0, 8),
        HexFormat.of().formatHex(peer.tableDigest, 0, 8));
    compare(found, "frame cap", frameCap, peer.frameCap);
    if (session != null && peer.session != null) {
      compare(found, "session", session.key(), peer.session.key());
      found.addAll(session.mismatches(peer.session));
    } else if (session != null || peer.session != null) {
      compare(
          found,
          "flow kind",
          session == null ? "control" : "session",
          peer.session == null ? "control" : "session");
    }
    return found;
  }

  private static void compare(List<String> found, String field, Object expected, Object got) {
    if (!expected.equals(got)) {
      found.add(field + ": expected " + expected + ", got " + got);
    }
  }

  @Override
  public String toString() {
    return "hello of " + name + " (party " + party + ")";
  }
}
