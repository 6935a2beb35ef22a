package org.sotto.bench.doctor;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;

/** Whether a peer's name resolves, and whether something listens there. */
final class PeerProbe {
  /** The best of so many connects is the round trip. */
  private static final int CONNECTS = 3;

  private final Party peer;
  private final Endpoint at;
  private final Duration timeout;

  PeerProbe(Party peer, Duration timeout) {
    this.peer = peer;
    this.at = peer.advertised();
    this.timeout = timeout;
  }

  List<Finding> check() {
    List<InetAddress> addresses;
    try {
      addresses = Arrays.asList(InetAddress.getAllByName(at.host()));
    } catch (UnknownHostException e) {
      return List.of(
          Finding.fail(
              Where.PEER,
              peer.name() + ", name",
              "that " + at.host() + " resolves",
              "unknown host",
              "check the spelling in the table and this machine's DNS (getent hosts "
                  + at.host()
                  + ")"));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(resolved(addresses));
    // A party dials the first address alone, so that is the one that counts.
    findings.add(connect(addresses.getFirst()));
    for (InetAddress other : addresses.subList(1, addresses.size())) {
      Finding found = connect(other);
      findings.add(
          new Finding(
              found.level() == Finding.Level.FAIL ? Finding.Level.WARN : found.level(),
              found.where(),
              found.check(),
              found.expected(),
              found.got() + " (not the address that a party dials)",
              found.advice()));
    }
    return findings;
  }

  private Finding resolved(List<InetAddress> addresses) {
    String all =
        addresses.stream()
            .map(a -> a.getHostAddress() + (a instanceof Inet6Address ? " (IPv6)" : " (IPv4)"))
            .collect(Collectors.joining(", "));
    String check = peer.name() + ", name";
    return addresses.size() == 1
        ? Finding.ok(Where.PEER, check, at.host() + " is " + all)
        : Finding.warn(
            Where.PEER,
            check,
            "one address of " + at.host(),
            all,
            "a party dials the first; write the one that is meant into every party's table");
  }

  private Finding connect(InetAddress address) {
    String check = peer.name() + ", port";
    String where = new Endpoint(address.getHostAddress(), at.port()).toString();
    String expected = "that " + where + " takes a connection";
    long best = Long.MAX_VALUE;
    for (int i = 0; i < CONNECTS; i++) {
      long begin = System.nanoTime();
      try (Socket socket = new Socket()) {
        socket.connect(new InetSocketAddress(address, at.port()), (int) timeout.toMillis());
        if (socket.getLocalSocketAddress().equals(socket.getRemoteSocketAddress())) {
          return refused(check, expected, "connection refused"); // met itself: nobody listens
        }
        best = Math.min(best, System.nanoTime() - begin);
      } catch (SocketTimeoutException e) {
        return Finding.fail(
            Where.PEER,
            check,
            expected,
            "no answer in " + timeout.toMillis() + " ms",
            "a firewall drops it, the machine is off, or the address is another's: open TCP port "
                + at.port()
                + " at "
                + peer.name()
                + " and on the way");
      } catch (IOException e) {
        return refused(check, expected, String.valueOf(e.getMessage()));
      }
    }
    return Finding.ok(
        Where.PEER,
        check,
        String.format(
            Locale.ROOT,
            "%s connected, round trip %.3f ms (best of %d connects)",
            where,
            best / 1e6,
            CONNECTS));
  }

  private Finding refused(String check, String expected, String why) {
    return Finding.fail(
        Where.PEER,
        check,
        expected,
        why,
        why.toLowerCase(Locale.ROOT).contains("refused")
            ? "the machine answers and nothing listens: start "
                + peer.name()
                + " (no fault if it has not started yet), or check port and bind address"
            : "check the route to " + peer.name() + " (ip route get " + at.host() + ")");
  }
}
