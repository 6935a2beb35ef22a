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
  private final byte[] nonce = new byte[16];
  private final Socket control;

  /** Connects the control flow to party 0. */
  RawPeer(PartyTable table, int self) throws IOException {
    this.table = table;
    this.self = self;
    nonce[0] = (byte) self;
    this.control = connect();
    control.getOutputStream().write(hello(nonce, null));
    readHello(control);
  }

  private Socket connect() throws IOException {
    Endpoint to = table.party(0).advertised();
    Socket socket = new Socket(to.host(), to.port());
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(8000);
    return socket;
  }

  private byte[] hello(byte[] itsNonce, @org.jspecify.annotations.Nullable SessionSpec session) {
    return helloOf(table, self, itsNonce, session);
  }

  static byte[] helloOf(
      PartyTable table,
      int self,
      byte[] nonce,
      @org.jspecify.annotations.Nullable SessionSpec session) {
    ByteBuf out = Unpooled.buffer();
    new Hello(self, table.party(self).name(), table.digest(), nonce, 16 << 20, session).write(out);
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
    return new SessionSpec(name, occurrence, members, settings);
  }

  /** Opens a session flow; the answer is there when the victim has opened the session too. */
  Socket session(String name, int occurrence) throws IOException {
    Socket socket = connect();
    socket.getOutputStream().write(hello(nonce, spec(table, name, occurrence)));
    readHello(socket);
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
