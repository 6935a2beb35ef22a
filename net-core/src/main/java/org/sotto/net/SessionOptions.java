package org.sotto.net;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.ValueCodec;

/**
 * How one session speaks. All members must open it with the same members, codec profile, element
 * form and parameters; what differs is named at both ends when the session opens.
 *
 * @param members ids of those who take part, self among them; empty for all parties
 * @param codec the wire profile of {@link Channel#send}
 * @param elements how the typed sends, such as {@link Channel#sendBits}, travel
 * @param limits what a received value may be at most
 * @param parameters what the application wants compared, by name
 */
public record SessionOptions(
    List<Integer> members,
    ValueCodec codec,
    ElementForm elements,
    DecodeLimits limits,
    Map<String, String> parameters) {

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
        List.of(), new CompactCodec(), ElementForm.BARE, DecodeLimits.defaults(), Map.of());
  }

  /** Among these parties only. */
  public SessionOptions among(Integer... ids) {
    return new SessionOptions(List.of(ids), codec, elements, limits, parameters);
  }

  /** With another codec. */
  public SessionOptions withCodec(ValueCodec other) {
    return new SessionOptions(members, other, elements, limits, parameters);
  }

  /** With another element form. */
  public SessionOptions withElements(ElementForm form) {
    return new SessionOptions(members, codec, form, limits, parameters);
  }

  /** With other limits on received values. */
  public SessionOptions withLimits(DecodeLimits other) {
    return new SessionOptions(members, codec, elements, other, parameters);
  }

  /** With one more parameter that all members must agree on. */
  public SessionOptions withParameter(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(parameters);
    more.put(name, value);
    return new SessionOptions(members, codec, elements, limits, more);
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
