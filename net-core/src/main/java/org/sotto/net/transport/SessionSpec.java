package org.sotto.net.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What all members of a session must agree on before its first frame.
 *
 * @param name the session's name, 1 to 128 characters
 * @param occurrence how many sessions of that name this party has opened before
 * @param members the ids of the parties that take part, ascending
 * @param settings codec profile, element form and the application's own parameters, by name
 * @param carriage which flows carry it
 */
public record SessionSpec(
    String name,
    int occurrence,
    List<Integer> members,
    SortedMap<String, String> settings,
    Carriage carriage) {
  /** The most flows of one session to one peer. */
  public static final int MAX_FLOWS = 64;

  /**
   * Which flows carry a session.
   *
   * @param shared whether it shares the mesh's flows with other sessions, and not has its own
   * @param flows how many flows to each peer there are when it opens
   * @param most how many it may grow to
   */
  public record Carriage(boolean shared, int flows, int most) {
    /** Refuses counts out of range. */
    public Carriage {
      if (flows < 1 || most < flows || most > MAX_FLOWS) {
        throw new IllegalArgumentException(
            "flows: expected 1 to " + MAX_FLOWS + ", got " + flows + " to " + most);
      }
    }

    @Override
    public String toString() {
      return (shared ? "shared, " : "driven, ") + flows + " to " + most + " flows";
    }
  }

  /** The longest name in characters. */
  public static final int MAX_NAME = 128;

  /** Copies the lists and refuses a name that is blank or too long. */
  public SessionSpec {
    if (name.isBlank() || name.length() > MAX_NAME) {
      throw new IllegalArgumentException(
          "session: expected a name of 1 to " + MAX_NAME + " characters, got '" + name + "'");
    }
    members = List.copyOf(members);
    settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** The name and occurrence by which the members find each other: {@code less_than#0}. */
  public String key() {
    return name + "#" + occurrence;
  }

  /** Names every field in which a peer's spec of the same {@link #key} differs from this one. */
  public List<String> mismatches(SessionSpec peer) {
    List<String> found = new ArrayList<>();
    if (!members.equals(peer.members)) {
      found.add("members: expected " + members + ", got " + peer.members);
    }
    if (!carriage.equals(peer.carriage)) {
      found.add("carriage: expected " + carriage + ", got " + peer.carriage);
    }
    TreeMap<String, String> all = new TreeMap<>(peer.settings);
    all.putAll(settings);
    for (Map.Entry<String, String> entry : all.entrySet()) {
      String ours = settings.get(entry.getKey());
      String theirs = peer.settings.get(entry.getKey());
      if (ours == null || !ours.equals(theirs)) {
        found.add(entry.getKey() + ": expected " + shown(ours) + ", got " + shown(theirs));
      }
    }
    return found;
  }

  private static String shown(@Nullable String value) {
    return value == null ? "none" : "'" + value + "'";
  }
}
