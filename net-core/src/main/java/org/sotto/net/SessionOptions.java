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
 * @param audit what is kept and compared of the messages: nothing, by default
 */
public record SessionOptions(
    List<Integer> members,
    ValueCodec codec,
    ElementForm elements,
    DecodeLimits limits,
    Map<String, String> parameters,
    Carriage carriage,
    Optional<Duration> progressTimeout,
    Audit audit) {
  /** The most flows that a session grows to on its own. */
  public static final int MOST_FLOWS = 16;

  /** The form of typed sends. */
  public enum ElementForm {
    /** The elements alone: both ends know type and count. */
    BARE,
    /** Descriptor, count and elements, as the codec writes them: for debugging and comparisons. */
    TAGGED
  }

  /**
   * What is kept and compared of the messages, beside sending them.
   *
   * @param transcript whether {@link Session#transcript} is kept
   * @param checkedTags whether each message carries a tag of its phase
   */
  public record Audit(boolean transcript, boolean checkedTags) {}

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
        Optional.empty(),
        new Audit(false, false));
  }

  /** Among these parties only. */
  public SessionOptions among(Integer... ids) {
    return new SessionOptions(
        List.of(ids), codec, elements, limits, parameters, carriage, progressTimeout, audit);
  }

  /** With another codec. */
  public SessionOptions withCodec(ValueCodec other) {
    return new SessionOptions(
        members, other, elements, limits, parameters, carriage, progressTimeout, audit);
  }

  /** With another element form. */
  public SessionOptions withElements(ElementForm form) {
    return new SessionOptions(
        members, codec, form, limits, parameters, carriage, progressTimeout, audit);
  }

  /** With other limits on received values. */
  public SessionOptions withLimits(DecodeLimits other) {
    return new SessionOptions(
        members, codec, elements, other, parameters, carriage, progressTimeout, audit);
  }

  /** With one more parameter that all members must agree on. */
  public SessionOptions withParameter(String name, String value) {
    TreeMap<String, String> more = new TreeMap<>(parameters);
    more.put(name, value);
    return new SessionOptions(
        members, codec, elements, limits, more, carriage, progressTimeout, audit);
  }

  /** With another limit on how long a member may make no progress, for this session alone. */
  public SessionOptions withProgressTimeout(Duration time) {
    return new SessionOptions(
        members, codec, elements, limits, parameters, carriage, Optional.of(time), audit);
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

  /**
   * Keeps digests of all messages for {@link Session#transcript}: for golden tests and to compare
   * runs. Each party chooses for itself; nothing is sent for it.
   *
   * <p>Costs one SHA-256 over every byte sent and received, on the session's thread, and 16 KiB a
   * peer.
   */
  public SessionOptions withTranscript() {
    return audited(new Audit(true, audit.checkedTags()));
  }

  /**
   * Each message carries a tag of the phase that its sender is in, which the receiver compares with
   * its own, and at the end of each outermost phase the members compare what they have exchanged.
   * What differs is a {@link org.sotto.net.error.DesyncException} at both ends, with the last
   * messages of each in words. All members must choose it, and all must go through the same
   * outermost phases; it finds mistakes, not a peer that wants to deceive.
   *
   * <p>Costs 1 byte a message, counted as its header; at the end of each outermost phase 10 bytes
   * to each peer, counted as overhead and as no round, and a wait until all members are there.
   */
  public SessionOptions withCheckedTags() {
    return audited(new Audit(audit.transcript(), true));
  }

  private SessionOptions audited(Audit other) {
    return new SessionOptions(
        members, codec, elements, limits, parameters, carriage, progressTimeout, other);
  }

  private SessionOptions carried(Carriage other) {
    return new SessionOptions(
        members, codec, elements, limits, parameters, other, progressTimeout, audit);
  }

  /** The settings that the members' hellos compare. */
  TreeMap<String, String> settings() {
    TreeMap<String, String> settings = new TreeMap<>();
    parameters.forEach((name, value) -> settings.put("parameter " + name, value));
    settings.put("codec profile", codec.profile());
    settings.put("element form", elements.name());
    if (audit.checkedTags()) {
      settings.put("checked tags", "on");
    }
    return settings;
  }

  /**
   * Over how many of a session's flows one message is spread: up to 64 KiB it keeps to one.
   *
   * @param bytes of its payload
   * @param flows that the session has
   */
  public static int spread(long bytes, int flows) {
    return Striping.spread(bytes, flows);
  }
}
