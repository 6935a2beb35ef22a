package org.sotto.net.party;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * All parties, in the order of their ids. Every party must hold an equal table: its digest goes
 * through the handshake, so two parties that were given different tables refuse each other.
 */
public final class PartyTable {
  /** The most parties a table may hold. */
  public static final int MAX_PARTIES = 256;

  private final List<Party> parties;
  private final byte[] digest;

  /**
   * @param parties 2 to {@value #MAX_PARTIES} parties, ids 0, 1, 2, … in order, names unique
   * @throws IllegalArgumentException naming the entry that is wrong
   */
  public PartyTable(List<Party> parties) {
    this.parties = List.copyOf(parties);
    if (this.parties.size() < 2 || this.parties.size() > MAX_PARTIES) {
      throw new IllegalArgumentException(
          "party table: expected 2 to " + MAX_PARTIES + " parties, got " + this.parties.size());
    }
    Set<String> names = new HashSet<>();
    for (int i = 0; i < this.parties.size(); i++) {
      Party party = this.parties.get(i);
      if (party.id() != i) {
        throw new IllegalArgumentException(
            "party table: expected id " + i + " at place " + i + ", got " + party.id());
      }
      if (!names.add(party.name())) {
        throw new IllegalArgumentException(
            "party table: expected unique names, got " + party.name() + " twice");
      }
    }
    this.digest = sha256(canonical());
  }

  /** A table of parties with the given names, for transports that need no endpoints. */
  public static PartyTable named(String... names) {
    Endpoint nowhere = new Endpoint("localhost", 0);
    Party[] parties = new Party[names.length];
    for (int i = 0; i < names.length; i++) {
      parties[i] = new Party(i, names[i], nowhere);
    }
    return new PartyTable(List.of(parties));
  }

  /** How many parties there are. */
  public int size() {
    return parties.size();
  }

  /**
   * The party with an id.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Party party(int id) {
    if (id < 0 || id >= parties.size()) {
      throw new IllegalArgumentException(
          "party id: expected 0 to " + (parties.size() - 1) + ", got " + id);
    }
    return parties.get(id);
  }

  /** All parties in the order of their ids. */
  public List<Party> all() {
    return parties;
  }

  /** SHA-256 over ids, names and advertised endpoints (32 bytes); bind addresses are private. */
  public byte[] digest() {
    return digest.clone();
  }

  private String canonical() {
    StringBuilder text = new StringBuilder("sotto party table 1\n");
    for (Party party : parties) {
      text.append(party.id()).append('\t').append(party.name()).append('\t');
      text.append(party.advertised()).append('\n');
    }
    return text.toString();
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof PartyTable table && parties.equals(table.parties);
  }

  @Override
  public int hashCode() {
    return parties.hashCode();
  }

  @Override
  public String toString() {
    return parties.size() + " parties, digest " + HexFormat.of().formatHex(digest, 0, 4);
  }
}
