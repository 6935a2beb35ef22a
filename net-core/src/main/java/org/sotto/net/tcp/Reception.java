package org.sotto.net.tcp;

import io.netty.channel.socket.SocketChannel;
import java.util.List;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.error.TlsException;
import org.sotto.net.party.Party;

/** Says which link or session an accepted connection is for, or why it is refused. */
@SuppressWarnings("FutureReturnValueIgnored") // what fails closes its channel, and that is heard
final class Reception {
  private final TcpTransport mesh;
  private final Security security;

  Reception(TcpTransport mesh, Security security) {
    this.mesh = mesh;
    this.security = security;
  }

  /** Decides on an accepted connection whose hello is complete. */
  void welcome(SocketChannel channel, Handshake handshake, Hello hello) {
    switch (hello) {
      case Hello.Control control -> {
        if (isParty(channel, handshake, control.party())) {
          welcomeControl(channel, handshake, control, mesh.link(control.party()));
        }
      }
      case Hello.Flow flow -> {
        if (isParty(channel, handshake, flow.party())) {
          welcomeFlow(channel, handshake, flow, mesh.link(flow.party()));
        }
      }
      case Hello.Probe _ -> channel.close();
    }
  }

  private boolean isParty(SocketChannel channel, Handshake handshake, int peer) {
    if (peer > mesh.self() && peer < mesh.parties().size()) {
      try {
        security.verify(channel, mesh.parties().party(peer));
        return true;
      } catch (TlsException e) {
        Listener.refuse(channel, handshake, String.valueOf(e.getMessage()));
        return false;
      }
    }
    Listener.refuse(
        channel,
        handshake,
        "party id: expected "
            + (mesh.self() + 1)
            + " to "
            + (mesh.parties().size() - 1)
            + ", got "
            + peer);
    return false;
  }

  private void welcomeControl(
      SocketChannel channel, Handshake handshake, Hello.Control hello, Link link) {
    Hello.Control mine = mesh.controlHello(link.control());
    Party peer = link.peer();
    List<String> mismatches = mine.mismatches(hello, peer.id(), peer.name());
    if (!mismatches.isEmpty()) {
      HelloMismatchException mismatch =
          new HelloMismatchException(peer.label() + " from " + channel.remoteAddress(), mismatches);
      Listener.refused(
          String.valueOf(channel.remoteAddress()), String.valueOf(mismatch.getMessage()));
      handshake.send(channel, mine::write).addListener(sent -> channel.close());
      mesh.broken(mismatch);
    } else if (link.lost() != null) {
      Listener.refuse(channel, handshake, String.valueOf(link.lost().getMessage()));
    } else if (link.isSameMesh(hello)) {
      link.controlUp(channel, handshake, hello);
    } else if (link.control().isUp()) {
      Listener.refuse(channel, handshake, peer.label() + " is connected already");
    } else {
      Listener.refuse(channel, handshake, peer.label() + " was started again");
      link.lost(new ConnectException(peer.label() + " was started again", null));
    }
  }

  private void welcomeFlow(
      SocketChannel channel, Handshake handshake, Hello.Flow hello, Link link) {
    Hello.Control known = link.peerHello();
    TcpSession session = mesh.sessions().get(hello.session());
    if (known == null || !hello.isOf(known)) {
      Listener.refuse(
          channel,
          handshake,
          "nonce: not of the mesh that " + link.peer().name() + " connected with");
    } else if (hello.session() == 0 && hello.flow() >= 1 && hello.flow() <= link.sharedFlows()) {
      link.shared(hello.flow() - 1).adopt(channel, handshake, hello);
    } else if (session != null && session.hasMember(hello.party())) {
      session.adopt(hello.party(), channel, handshake, hello);
    } else {
      Listener.turnAway(channel, handshake, "session number " + hello.session() + " is not open");
    }
  }
}
