package org.sotto.net.tcp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.sotto.net.party.Endpoint;

/**
 * The addresses of an endpoint, in turn: a name may stand for several, of which a peer listens at
 * one only ({@code localhost} is IPv4 and IPv6 on many hosts). Names are looked up at each call, so
 * that a peer may move.
 */
final class Addresses {
  /** Finds the addresses of a name. */
  interface Lookup {
    InetAddress[] all(String host) throws UnknownHostException;
  }

  private final Endpoint endpoint;
  private final Lookup lookup;
  private int calls;

  Addresses(Endpoint endpoint) {
    this(endpoint, InetAddress::getAllByName);
  }

  Addresses(Endpoint endpoint, Lookup lookup) {
    this.endpoint = endpoint;
    this.lookup = lookup;
  }

  /** The next one; without an address if the name is unknown, which connecting then says. */
  InetSocketAddress next() {
    try {
      InetAddress[] all = lookup.all(endpoint.host());
      return new InetSocketAddress(all[Math.floorMod(calls++, all.length)], endpoint.port());
    } catch (UnknownHostException e) {
      return InetSocketAddress.createUnresolved(endpoint.host(), endpoint.port());
    }
  }
}
