package org.sotto.net;

import java.util.List;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tcp.TcpTransport;
import org.sotto.net.tls.keys.PartyKeys;
import org.sotto.net.transport.SessionSpec.Carriage;

/** What carries the bytes in a test that every transport must pass. */
enum Carrier {
  MEMORY,
  TCP,
  /** Sessions that share the mesh's flows. */
  SHARED,
  /** Sessions with several flows of their own, large messages striped over them. */
  STRIPED,
  /** TCP under mutual TLS. */
  TLS,
  /** TCP over an emulated link. */
  LINK,
  /** TCP on the JDK's selector, as on machines where epoll does not load. */
  NIO,
  /** Memory over an emulated link, in real time. */
  EMULATED,
  /** Memory over an emulated link, in virtual time. */
  VIRTUAL,
  /** TCP with every session recorded. */
  RECORDED;

  static final String NIO_PROPERTY = "sotto.net.nio";

  Parties parties(int count, MeshOptions options) {
    return switch (this) {
      case MEMORY -> Parties.inMemory(count, options);
      case TCP -> Parties.onLoopback(count, options);
      case SHARED -> carried(count, options, new Carriage(true, 1, 16));
      case STRIPED -> carried(count, options, new Carriage(false, 3, 3));
      case TLS -> secure(count, options);
      case LINK -> Parties.onLoopback(count, options.withLink(LinkProfile.LAN));
      case EMULATED -> Parties.emulated(count, LinkProfile.LAN, options);
      case VIRTUAL -> Parties.virtual(count, LinkProfile.LAN, options);
      case RECORDED ->
          Parties.connecting(
              Parties.loopbackTable(Parties.names(count)),
              (table, self) -> Mesh.over(RecordedBriefly.of(tcp(table, self, options)), options));
      case NIO -> {
        String before = System.getProperty(NIO_PROPERTY, "false");
        System.setProperty(NIO_PROPERTY, "true");
        try {
          yield Parties.onLoopback(count, options);
        } finally {
          System.setProperty(NIO_PROPERTY, before);
        }
      }
    };
  }

  private static Parties secure(int count, MeshOptions options) {
    String[] names = Parties.names(count);
    PartyKeys keys = new PartyKeys(List.of(names), 1);
    return Parties.connecting(
        Parties.loopbackTable(names),
        (table, self) -> Mesh.connect(table, self, options.withTls(keys.identity(self))));
  }

  private static Parties carried(int count, MeshOptions options, Carriage carriage) {
    return Parties.connecting(
        Parties.loopbackTable(Parties.names(count)),
        (table, self) -> Mesh.over(new Recarried(tcp(table, self, options), carriage), options));
  }

  private static TcpTransport tcp(PartyTable table, int self, MeshOptions options) {
    return TcpTransport.connect(table, self, options.tcp(table.party(self).bind()));
  }

  Parties parties(int count) {
    return parties(count, MeshOptions.defaults());
  }

  boolean hasSockets() {
    return switch (this) {
      case MEMORY, EMULATED, VIRTUAL -> false;
      case TCP, SHARED, STRIPED, TLS, LINK, NIO, RECORDED -> true;
    };
  }
}
