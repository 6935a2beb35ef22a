package org.sotto.net.party;

import java.util.Objects;

/**
 * A host and a TCP port, unresolved: names are looked up anew at each attempt to connect.
 *
 * @param host a name or a literal IPv4 or IPv6 address, without brackets
 * @param port 0 to 65535; 0 asks for any free port and is only good for binding
 */
public record Endpoint(String host, int port) {
  /** Refuses an empty host and a port out of range. */
  public Endpoint {
    Objects.requireNonNull(host, "host");
    if (host.isBlank()) {
      throw new IllegalArgumentException("endpoint: expected a host, got a blank name");
    }
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("endpoint: expected a port of 0 to 65535, got " + port);
    }
  }

  /**
   * Reads {@code host:port} or {@code [v6-address]:port}.
   *
   * @throws IllegalArgumentException saying what was expected and what came
   */
  public static Endpoint parse(String text) {
    int colon = text.lastIndexOf(':');
    if (colon <= 0) {
      throw new IllegalArgumentException("endpoint: expected host:port, got '" + text + "'");
    }
    String host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    try {
      return new Endpoint(host, Integer.parseInt(text.substring(colon + 1)));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("endpoint: expected host:port, got '" + text + "'", e);
    }
  }

  @Override
  public String toString() {
    return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
  }
}
