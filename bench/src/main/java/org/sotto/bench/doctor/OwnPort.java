package org.sotto.bench.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;

/** Whether this party can listen where the table says. */
final class OwnPort {
  private static final String CHECK = "own port";

  private OwnPort() {}

  static List<Finding> check(Party self) {
    Endpoint bind = self.bind();
    InetAddress address;
    try {
      address = InetAddress.getByName(bind.host());
    } catch (UnknownHostException e) {
      return List.of(
          Finding.fail(
              Where.HERE,
              CHECK,
              "a name of this machine to bind to",
              bind.host() + ", which does not resolve",
              "set bind: 0.0.0.0:" + bind.port() + " for this party in the table"));
    }
    List<Finding> findings = new ArrayList<>();
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true); // as the listener of a mesh does
      socket.bind(new InetSocketAddress(address, bind.port()));
      findings.add(Finding.ok(Where.HERE, CHECK, bind + " is free"));
    } catch (IOException e) {
      findings.add(refused(bind, address, String.valueOf(e.getMessage())));
    }
    if (bind.port() == 0) {
      findings.add(
          Finding.fail(
              Where.HERE,
              CHECK,
              "a port that the peers know",
              "port 0, which is any free one",
              "give this party a port in the table"));
    }
    return findings;
  }

  private static Finding refused(Endpoint bind, InetAddress address, String why) {
    String lower = why.toLowerCase(Locale.ROOT);
    String advice;
    if (lower.contains("in use")) {
      advice =
          "end the program that listens there (ss -ltnp 'sport = :"
              + bind.port()
              + "' names it), or this party runs already";
    } else if (lower.contains("assign")) {
      advice =
          "it is no address of this machine: behind NAT or a proxy set bind: 0.0.0.0:"
              + bind.port()
              + " beside address, else check --self";
    } else {
      advice = "choose a port of 1024 or more, or one that this user may bind";
    }
    return Finding.fail(
        Where.HERE,
        CHECK,
        "that " + bind + " can be bound",
        why + " (" + address.getHostAddress() + ")",
        advice);
  }
}
