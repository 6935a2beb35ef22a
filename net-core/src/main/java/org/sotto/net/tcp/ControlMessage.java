package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.SessionSpec.Carriage;

/**
 * What the control flow carries, each as varint( length ) | type u8 | body. Sessions are named by
 * the receiver's own numbers for them; number 0 stands for the mesh's flows, flow 0 of which is the
 * control flow itself.
 *
 * <pre>
 * 1 OPEN    session varint (the sender's number) | name str | occurrence varint
 *           | members varint count, varint each | settings varint count, str str each
 *           | shared u8 | flows varint | most varint
 * 2 GIVE_UP key str | reason str          a session that the sender could not open
 * 3 CLOSED  session varint | flows varint count, bytes sent varint each
 * 4 ABORT   session varint | notice       an abort value in the COMPACT profile
 * 5 ACK     session varint | flow varint | bytes received varint
 * 6 GROW    session varint | flows varint
 * 7 PING    stamp u64
 * 8 PONG    stamp u64
 * 9 BYE
 * </pre>
 */
sealed interface ControlMessage {
  /** The longest message in bytes. */
  int MAX_BYTES = 40 << 10;

  /** Offers a session. */
  record Open(int session, SessionSpec spec) implements ControlMessage {}

  /** Says that a session could not be opened. */
  record GiveUp(String key, String reason) implements ControlMessage {}

  /** Says that a session is closed and how many bytes were sent on each flow. */
  record Closed(int session, List<Long> sent) implements ControlMessage {}

  /** Says that the sender gave a session up. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Abort(int session, byte[] notice) implements ControlMessage {}

  /**
   * Says how far the sender has received a flow. On a shared session's flow it counts what the
   * session's thread has taken, and is the credit for more.
   */
  record Ack(int session, int flow, long received) implements ControlMessage {}

  /** Asks the dialing side for more flows. */
  record Grow(int session, int flows) implements ControlMessage {}

  /** Asks for an echo. */
  record Ping(long stamp) implements ControlMessage {}

  /** An echo. */
  record Pong(long stamp) implements ControlMessage {}

  /** Says that the mesh closes. */
  record Bye() implements ControlMessage {}

  /** The whole message, length included, in a buffer of its own. */
  default ByteBuf encoded() {
    ByteBuf body = Unpooled.buffer(32);
    switch (this) {
      case Open m -> writeOpen(body.writeByte(1), m);
      case GiveUp m -> {
        Strings.write(body.writeByte(2), m.key());
        Strings.write(body, m.reason());
      }
      case Closed m -> {
        Strings.writeVarint(body.writeByte(3), m.session());
        Strings.writeVarint(body, m.sent().size());
        m.sent().forEach(bytes -> Strings.writeVarint(body, bytes));
      }
      case Abort m -> {
        Strings.writeVarint(body.writeByte(4), m.session());
        body.writeBytes(m.notice());
      }
      case Ack m -> {
        Strings.writeVarint(body.writeByte(5), m.session());
        Strings.writeVarint(body, m.flow());
        Strings.writeVarint(body, m.received());
      }
      case Grow m -> {
        Strings.writeVarint(body.writeByte(6), m.session());
        Strings.writeVarint(body, m.flows());
      }
      case Ping m -> body.writeByte(7).writeLongLE(m.stamp());
      case Pong m -> body.writeByte(8).writeLongLE(m.stamp());
      case Bye _ -> body.writeByte(9);
    }
    if (body.readableBytes() > MAX_BYTES) {
      throw new IllegalArgumentException(
          "expected at most "
              + MAX_BYTES
              + " bytes of names and settings, got "
              + body.readableBytes());
    }
    ByteBuf out = Unpooled.buffer(body.readableBytes() + 3);
    Strings.writeVarint(out, body.readableBytes());
    return out.writeBytes(body);
  }

  private static void writeOpen(ByteBuf out, Open open) {
    SessionSpec spec = open.spec();
    Strings.writeVarint(out, open.session());
    Strings.write(out, spec.name());
    Strings.writeVarint(out, spec.occurrence());
    Strings.writeVarint(out, spec.members().size());
    spec.members().forEach(member -> Strings.writeVarint(out, member));
    Strings.writeVarint(out, spec.settings().size());
    spec.settings()
        .forEach(
            (name, value) -> {
              Strings.write(out, name);
              Strings.write(out, value);
            });
    Carriage carriage = spec.carriage();
    out.writeBoolean(carriage.shared());
    Strings.writeVarint(out, carriage.flows());
    Strings.writeVarint(out, carriage.most());
  }

  /**
   * Reads type and body of one message.
   *
   * @throws IllegalArgumentException if it is malformed
   * @throws IndexOutOfBoundsException if it is cut
   */
  static ControlMessage read(ByteBuf body) {
    int type = body.readUnsignedByte();
    ControlMessage message =
        switch (type) {
          case 1 -> readOpen(body);
          case 2 -> new GiveUp(Strings.read(body), Strings.read(body));
          case 3 -> readClosed(body);
          case 4 -> new Abort(Strings.readCount(body), Strings.bytes(body, body.readableBytes()));
          case 5 ->
              new Ack(Strings.readCount(body), Strings.readCount(body), Strings.readVarint(body));
          case 6 -> new Grow(Strings.readCount(body), Strings.readCount(body));
          case 7 -> new Ping(body.readLongLE());
          case 8 -> new Pong(body.readLongLE());
          case 9 -> new Bye();
          default ->
              throw new IllegalArgumentException("message type: expected 1 to 9, got " + type);
        };
    if (body.isReadable()) {
      throw new IllegalArgumentException(
          "message of type "
              + type
              + ": expected its end, got "
              + body.readableBytes()
              + " more bytes");
    }
    return message;
  }

  private static Closed readClosed(ByteBuf body) {
    int session = Strings.readCount(body);
    List<Long> sent = new ArrayList<>();
    for (int left = Strings.readCount(body); left > 0; left--) {
      sent.add(Strings.readVarint(body));
    }
    return new Closed(session, sent);
  }

  private static Open readOpen(ByteBuf body) {
    int session = Strings.readCount(body);
    String name = Strings.read(body);
    int occurrence = Strings.readCount(body);
    List<Integer> members = new ArrayList<>();
    for (int left = Strings.readCount(body); left > 0; left--) {
      members.add(Strings.readCount(body));
    }
    TreeMap<String, String> settings = new TreeMap<>();
    for (int left = Strings.readCount(body); left > 0; left--) {
      settings.put(Strings.read(body), Strings.read(body));
    }
    Carriage carriage =
        new Carriage(body.readBoolean(), Strings.readCount(body), Strings.readCount(body));
    return new Open(session, new SessionSpec(name, occurrence, members, settings, carriage));
  }
}
