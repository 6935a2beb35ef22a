package org.sotto.net;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.ValueCodec;
import org.sotto.net.transport.SessionSpec.Carriage;

/**
 * How one session speaks. All members must open it with the same members, codec profile, element
 * form and parameters; what differs is named at both ends when the session opens.
 *
 * @param members ids of those who take part, self among them; empty for all parties
 * @param codec the wire profile of {@link Channel#send}
 * @param elements how the typed sends, such as {@link Channel#sendBits}, travel
 * @param limits what a received value may be at most
 * @param parameters what the application wants compared, by name
 * @param carriage which flows carry it: driven, growing from 1 to {@value #MOST_FLOWS}, by default
 * @param progressTimeout how long a member that is waited for may make no progress; empty for the
 *     mesh's own limit
 */
public record SessionOptions(
    List<Integer> members,
    ValueCodec codec,
    ElementForm elements,
    DecodeLimits limits,
    Map<String, String> parameters,
    Carriage carriage,
    Optional<Duration> progressTimeout) {
  /** The most flows that a session grows to on its own. */
  public static final int MOST_FLOWS = 16;

  /** The form of typed sends. */
  public enum ElementForm {
    /** The elements alone: both ends know type and count. */
    BARE,
    /** Descriptor, count and elements, as the codec writes them: for debugging and comparisons. */
    TAGGED
  }

  /** Copies the collections. */
  public SessionOptions {
    members = members.stream().sorted().distinct().toList();
    parameters = Map.copyOf(parameters);
  }

  /** All parties, the COMPACT profile, bare elements. */
  public static SessionOptions defaults() {
    return new SessionOptions(
        List.of(),
        new CompactCodec(),
        ElementForm.BARE,
        DecodeLimits.defaults(),
        Map.of(),
        new Carriage(false, 1, MOST_FLOWS),
        Optional.empty());
  }

  /** Among these parties only. */
  public SessionOptions among(Integer... ids) {
    return new SessionOptions(
        List.of(ids), codec, elements, limits, parameters, carriage, progressTimeout);
  }

  /** With another codec. */
  public SessionOptions withCodec(ValueCodec other) {
    return new SessionOptions(
        members, other, elements, limits, parameters, carriage, progressTimeout);
  }

  /** With another element form. */
  public SessionOptions withElements(ElementForm form) {
    return new SessionOptions(members, codec, form, limits, parameters, carriage, progressTimeout);
  }

  /** With other limits on received values. */
  public SessionOptions withLimits(DecodeLimits other) {
    return new SessionOptions(
        members, codec, elements, other, parameters, carriage, progressTimeout);
  }

  /** With one more parameter that all members must agree on. */
  public SessionOptions withParameter(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(parameters);
    more.put(name, value);
    return new SessionOptions(members, codec, elements, limits, more, carriage, progressTimeout);
  }

  /** With another limit on how long a member may make no progress, for this session alone. */
  public SessionOptions withProgressTimeout(Duration time) {
    return new SessionOptions(
        members, codec, elements, limits, parameters, carriage, Optional.of(time));
  }

  /**
   * Over the flows of the mesh, which it shares with other sessions: for thousands of sessions, and
   * for virtual threads. By default a session has flows of its own, which its thread serves: the
   * shortest way for a protocol with a platform thread to itself.
   */
  public SessionOptions shared() {
    return carried(new Carriage(true, carriage.flows(), carriage.most()));
  }

  /** With this many flows to each peer, for large messages to spread over. */
  public SessionOptions withFlows(int flows) {
    return carried(new Carriage(carriage.shared(), flows, flows));
  }

  private SessionOptions carried(Carriage other) {
    return new SessionOptions(members, codec, elements, limits, parameters, other, progressTimeout);
  }

  /** The settings that the members' hellos compare. */
  TreeMap<String, String> settings() {
    TreeMap<String, String> settings = new TreeMap<>();
    parameters.forEach((name, value) -> settings.put("parameter " + name, value));
    settings.put("codec profile", codec.profile());
    settings.put("element form", elements.name());
    return settings;
  }
}
