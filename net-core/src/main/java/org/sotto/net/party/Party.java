package org.sotto.net.party;

import java.util.Objects;

/**
 * One party as its peers know it.
 *
 * @param id its place in the table, from 0
 * @param name a unique name, 1 to 64 characters, used in every message about it
 * @param advertised where the peers connect to it
 * @param bind where it listens; equal to {@code advertised} unless a proxy or NAT stands between
 */
public record Party(int id, String name, Endpoint advertised, Endpoint bind) {
  /** The longest name in characters. */
  public static final int MAX_NAME = 64;

  /** Refuses a negative id and a name that is blank or too long. */
  public Party {
    Objects.requireNonNull(advertised, "advertised");
    Objects.requireNonNull(bind, "bind");
    if (id < 0) {
      throw new IllegalArgumentException("party: expected an id of at least 0, got " + id);
    }
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "party " + id + ": expected a name of 1 to " + MAX_NAME + " characters, got " + name);
    }
  }

  /** A party that listens where it is advertised. */
  public Party(int id, String name, Endpoint endpoint) {
    this(id, name, endpoint, endpoint);
  }

  /** Name and id, as messages show them: {@code charlie (party 2)}. */
  public String label() {
    return name + " (party " + id + ")";
  }
}
