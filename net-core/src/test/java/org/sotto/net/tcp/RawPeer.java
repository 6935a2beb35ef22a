package org.sotto.net.tcp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.TreeMap;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.SessionSpec;

/** A party made of plain sockets: says a right hello, and then whatever a test wants. */
final class RawPeer implements AutoCloseable {
  private final PartyTable table;
  private final int self;
  private final int victim;
  private final byte[] nonce = new byte[16];
  private final Socket control;

  /** Connects the control flow to party 0. */
  RawPeer(PartyTable table, int self) throws IOException {
    this(table, self, 0);
  }

  /** Connects the control flow to a party. */
  RawPeer(PartyTable table, int self, int victim) throws IOException {
    this.table = table;
    this.self = self;
    this.victim = victim;
    nonce[0] = (byte) self;
    this.control = connect();
    control.getOutputStream().write(hello());
    readHello(control);
  }

  /** Connects as soon as the party listens. */
  static RawPeer soon(PartyTable table, int self, int victim) throws IOException {
    while (true) {
      try {
        return new RawPeer(table, self, victim);
      } catch (java.net.ConnectException e) {
        Thread.onSpinWait();
      }
    }
  }

  private Socket connect() throws IOException {
    Endpoint to = table.party(victim).advertised();
    Socket socket = new Socket(to.host(), to.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(8000);
    return socket;
  }

  private byte[] hello() {
    return helloOf(table, self, nonce);
  }

  static byte[] helloOf(PartyTable table, int self, byte[] nonce) {
    return bytes(
        new Hello.Control(
            self, table.party(self).name(), table.digest(), nonce, 16 << 20, 2, "", 0));
  }

  private static byte[] bytes(Hello hello) {
    ByteBuf out = Unpooled.buffer();
    hello.write(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }

  /** What a party with default options says that opens a session of all. */
  static SessionSpec spec(PartyTable table, String name, int occurrence) {
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("codec profile", "compact");
    settings.put("element form", "BARE");
    List<Integer> members = table.all().stream().map(org.sotto.net.party.Party::id).toList();
    return new SessionSpec(
        name, occurrence, members, settings, new SessionSpec.Carriage(false, 1, 16));
  }

  /** Another connection for the control flow. */
  Socket controlAgain(long received) throws IOException {
    Socket socket = connect();
    socket
        .getOutputStream()
        .write(
            bytes(
                new Hello.Control(
                    self,
                    table.party(self).name(),
                    table.digest(),
                    nonce,
                    16 << 20,
                    2,
                    "",
                    received)));
    return socket;
  }

  /** Sends a control message. */
  void send(ControlMessage message) throws IOException {
    ByteBuf out = message.encoded();
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes).release();
    control.getOutputStream().write(bytes);
  }

  /** Sends bytes on the control flow. */
  void send(byte[] bytes) throws IOException {
    control.getOutputStream().write(bytes);
  }

  /** Reads control messages until one of a kind comes. */
  <M extends ControlMessage> M await(Class<M> kind) throws IOException {
    DataInputStream in = new DataInputStream(control.getInputStream());
    while (true) {
      int length = 0;
      int shift = 0;
      int next;
      do {
        next = in.readUnsignedByte();
        length |= (next & 0x7F) << shift;
        shift += 7;
      } while (next >= 0x80);
      byte[] body = new byte[length];
      in.readFully(body);
      ControlMessage message = ControlMessage.read(Unpooled.wrappedBuffer(body));
      if (kind.isInstance(message)) {
        return kind.cast(message);
      }
    }
  }

  /** Opens a session flow; the victim opens the session too. */
  SessionFlow session(String name, int occurrence) throws IOException {
    send(new ControlMessage.Open(occurrence + 1, spec(table, name, occurrence)));
    ControlMessage.Open offer = await(ControlMessage.Open.class);
    return new SessionFlow(offer.session(), flow(offer.session(), 0, 0));
  }

  /**
   * Flow 0 of a session.
   *
   * @param number the victim's number for the session
   */
  record SessionFlow(int number, Socket socket) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  /** A connection for a flow of the victim's. */
  Socket flow(int session, int flow, long received) throws IOException {
    Socket socket = unanswered(session, flow, received);
    readHello(socket);
    return socket;
  }

  /** The same, whose answer is still to come. */
  Socket unanswered(int session, int flow, long received) throws IOException {
    Socket socket = connect();
    socket.getOutputStream().write(bytes(new Hello.Flow(self, nonce, session, flow, received)));
    return socket;
  }

  private static void readHello(Socket socket) throws IOException {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] prefix = new byte[Hello.PREFIX_BYTES];
    in.readFully(prefix);
    int length = (prefix[8] & 0xFF) | (prefix[9] & 0xFF) << 8;
    in.readFully(new byte[length]);
  }

  @Override
  public void close() throws IOException {
    control.close();
  }
}
