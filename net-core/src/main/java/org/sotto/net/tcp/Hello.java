package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * The first message on every connection, in both directions. All integers are little-endian; a
 * string is a u16 byte length and UTF-8.
 *
 * <pre>
 * +--------------------+---------+------------+--------+
 * | "SOTTO" 0x0D 0x0A  | version | length u16 |  body  |
 * |      7 bytes       | 1 byte  |            |        |
 * +--------------------+---------+------------+--------+
 * body, control flow (1):
 *   kind u8 | party u16 | name str | table digest 32 B | nonce 16 B | frame cap u32
 *   | shared flows u16 | link str | received u64
 * body, any other flow (2):
 *   kind u8 | party u16 | nonce 16 B | session u32 | flow u16 | received u64
 * body, refusal (3):
 *   kind u8 | reason str
 * body, probe (4): a party looks whether another still listens, and hangs up
 *   kind u8
 * </pre>
 */
sealed interface Hello {
  /** The first bytes of every hello. */
  static byte[] magic() {
    return new byte[] {'S', 'O', 'T', 'T', 'O', 0x0D, 0x0A};
  }

  int VERSION = 2;

  /** Magic, version and length. */
  int PREFIX_BYTES = 7 + 1 + 2;

  int MAX_BODY_BYTES = 4 << 10;
  int CONTROL = 1;
  int FLOW = 2;
  int REFUSAL = 3;
  int PROBE = 4;

  /** Writes the whole message, prefix included. */
  void write(ByteBuf out);

  /**
   * Opens or mends the control flow.
   *
   * @param party the sender's id
   * @param name the sender's name
   * @param tableDigest SHA-256 of its party table
   * @param nonce fresh for each mesh, so that a restarted party is told apart
   * @param frameCap the largest frame it accepts, in bytes
   * @param sharedFlows how many flows its shared sessions travel on
   * @param link what link it emulates, if any
   * @param received how many bytes have reached it on this flow
   */
  @SuppressWarnings("ArrayRecordComponent") // lives for one handshake, never compared as a whole
  record Control(
      int party,
      String name,
      byte[] tableDigest,
      byte[] nonce,
      int frameCap,
      int sharedFlows,
      String link,
      long received)
      implements Hello {

    @Override
    public void write(ByteBuf out) {
      int start = prefix(out, CONTROL);
      out.writeShortLE(party);
      Strings.write(out, name);
      out.writeBytes(tableDigest).writeBytes(nonce).writeIntLE(frameCap);
      out.writeShortLE(sharedFlows);
      Strings.write(out, link);
      out.writeLongLE(received);
      finish(out, start);
    }

    /** The fields of {@code peer} that differ from what a party of id {@code id} must send. */
    List<String> mismatches(Control peer, int id, String expectedName) {
      List<String> found = new ArrayList<>();
      compare(found, "party id", id, peer.party);
      compare(found, "party name", expectedName, peer.name);
      compare(found, "party table digest", shown(tableDigest), shown(peer.tableDigest));
      compare(found, "frame cap", frameCap, peer.frameCap);
      compare(found, "shared flows", sharedFlows, peer.sharedFlows);
      compare(found, "link", link, peer.link);
      return found;
    }

    private static String shown(byte[] digest) {
      return HexFormat.of().formatHex(digest, 0, 8);
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

  /**
   * Opens or mends a flow of a session, or one of the shared flows (session 0).
   *
   * @param party the sender's id
   * @param nonce of the sender's mesh
   * @param session the receiver's own number for the session
   * @param flow which of its flows
   * @param received how many bytes have reached the sender on this flow
   */
  @SuppressWarnings("ArrayRecordComponent") // lives for one handshake, never compared as a whole
  record Flow(int party, byte[] nonce, int session, int flow, long received) implements Hello {
    @Override
    public void write(ByteBuf out) {
      int start = prefix(out, FLOW);
      out.writeShortLE(party).writeBytes(nonce).writeIntLE(session).writeShortLE(flow);
      out.writeLongLE(received);
      finish(out, start);
    }

    /** Whether it comes from the mesh that said another hello. */
    boolean isOf(Control control) {
      return party == control.party() && Arrays.equals(nonce, control.nonce());
    }

    @Override
    public String toString() {
      return "hello of party " + party + " for flow " + flow + " of session " + session;
    }
  }

  /** Looks whether a party still listens. */
  record Probe() implements Hello {
    @Override
    public void write(ByteBuf out) {
      finish(out, prefix(out, PROBE));
    }
  }

  /** Writes the refusal of a peer's hello. */
  static void writeRefusal(ByteBuf out, String reason) {
    int start = prefix(out, REFUSAL);
    Strings.write(out, reason.length() > 1000 ? reason.substring(0, 1000) : reason);
    finish(out, start);
  }

  private static int prefix(ByteBuf out, int kind) {
    out.writeBytes(magic()).writeByte(VERSION);
    int lengthAt = out.writerIndex();
    out.writeShortLE(0).writeByte(kind);
    return lengthAt;
  }

  private static void finish(ByteBuf out, int lengthAt) {
    out.setShortLE(lengthAt, out.writerIndex() - lengthAt - 2);
  }

  /**
   * Reads a body.
   *
   * @throws RefusedException if a peer refused us, or the body is malformed
   */
  static Hello read(ByteBuf body) throws RefusedException {
    try {
      Hello hello = readKind(body);
      if (body.isReadable()) {
        throw new RefusedException(
            "hello: expected its end, got " + body.readableBytes() + " more bytes");
      }
      return hello;
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw new RefusedException("hello: malformed, " + e.getClass().getSimpleName());
    }
  }

  private static Hello readKind(ByteBuf body) throws RefusedException {
    int kind = body.readUnsignedByte();
    return switch (kind) {
      case CONTROL ->
          new Control(
              body.readUnsignedShortLE(),
              Strings.read(body),
              Strings.bytes(body, 32),
              Strings.bytes(body, 16),
              body.readIntLE(),
              body.readUnsignedShortLE(),
              Strings.read(body),
              body.readLongLE());
      case FLOW ->
          new Flow(
              body.readUnsignedShortLE(),
              Strings.bytes(body, 16),
              body.readIntLE(),
              body.readUnsignedShortLE(),
              body.readLongLE());
      case REFUSAL -> throw new RefusedException("refused by the peer: " + Strings.read(body));
      case PROBE -> new Probe();
      default -> throw new RefusedException("hello kind: expected 1 to 4, got " + kind);
    };
  }
}
