package org.sotto.net;

import java.util.StringJoiner;
import java.util.function.Supplier;

/**
 * The checked tags between this member and one peer: a running hash of the phases and one of forms
 * and lengths for each direction, and the last {@value #LAST} messages in words.
 *
 * <pre>
 * mix(x)             the finalizer of SplitMix64
 * P                  the first 8 bytes, little-endian, of the SHA-256 of the phase's path in UTF-8
 * Q                  the place of the protocol's {@link Standing}, and W what stands with the peer; 0 if none
 * R = mix( R + P + Q )   before each message, and before the end of each outermost phase; at first 0
 * L = mix( L + form * 2^56 + length + 1 )   for each message; at first 0
 * tag = R >>> 56
 * sum = mix( S + 2 * S' + P + W )   at the end of an outermost phase, before its tag: S = mix( R + L ) of
 *                               the messages to the peer, S' of those from it
 * </pre>
 *
 * So a tag depends on the phases of all messages before it: two members that once differed go on
 * differing, and what one byte misses by chance the next ones find. These hashes find mistakes;
 * they do not resist a peer that wants to deceive. Nothing is allocated for a message.
 */
final class TagTrail {
  private static final int LAST = 8;
  private static final int MOST_PATH = 40;

  /** What is known of one direction. */
  private static final class Way {
    private long phases;
    private long lengths;
    private long messages;

    byte tag(PhaseMeter phase, long place) {
      phases = mix(phases + phase.pathHash() + place);
      return (byte) (phases >>> 56);
    }

    long sum() {
      return mix(phases + lengths);
    }
  }

  private final Supplier<Standing> standing;
  private final int peer;
  private final Way sent = new Way();
  private final Way received = new Way();
  private final PhaseMeter[] phases = new PhaseMeter[LAST];
  private final long[] numbers = new long[LAST];
  private final Form[] forms = new Form[LAST];
  private final long[] lengths = new long[LAST];
  private int entries;
  private long sumAtEnd;

  TagTrail(Supplier<Standing> standing, int peer) {
    this.standing = standing;
    this.peer = peer;
  }

  private static long mix(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The tag of the message that is sent now. */
  byte tagOfSend(PhaseMeter phase, Form form, long length) {
    byte tag = sent.tag(phase, standing.get().place());
    count(sent, form, length);
    enter(phase, sent.messages, form, length);
    return tag;
  }

  /** What the tag of the message that comes now must be. */
  byte tagOfReceive(PhaseMeter phase) {
    return received.tag(phase, standing.get().place());
  }

  /** Counts the message whose tag was right, now that it is here. */
  void received(PhaseMeter phase, Form form, long length) {
    count(received, form, length);
    enter(phase, -received.messages, form, length);
  }

  /** The sum over all messages both ways as the phase ends; the tag of its end comes behind. */
  long sumAtEnd(PhaseMeter phase) {
    long known = phase.pathHash() + standing.get().with(peer);
    sumAtEnd = mix(received.sum() + 2 * sent.sum() + known);
    return mix(sent.sum() + 2 * received.sum() + known);
  }

  /** What the peer's sum must be: the same, seen from there. */
  long sumExpected() {
    return sumAtEnd;
  }

  /** The tag of the end of a phase towards the peer. */
  byte tagOfEnd(PhaseMeter phase) {
    return sent.tag(phase, standing.get().place());
  }

  long messagesReceived() {
    return received.messages;
  }

  private static void count(Way way, Form form, long length) {
    way.messages++;
    way.lengths = mix(way.lengths + (form.code() << 56) + length + 1);
  }

  /**
   * @param number of a message sent, or minus that of one received
   */
  private void enter(PhaseMeter phase, long number, Form form, long length) {
    int at = entries++ & (LAST - 1);
    phases[at] = phase;
    forms[at] = form;
    numbers[at] = number;
    lengths[at] = length;
  }

  /** The last messages both ways, the oldest first: directions, numbers, phases, lengths. */
  String inWords() {
    StringJoiner words = new StringJoiner("; ");
    String stands = standing.get().inWords(peer);
    if (!stands.isEmpty()) {
      words.add(stands);
    }
    if (entries == 0) {
      return words.add("no message").toString();
    }
    int known = Math.min(entries < 0 ? LAST : entries, LAST);
    for (int i = entries - known; i != entries; i++) {
      int at = i & (LAST - 1);
      String way = numbers[at] > 0 ? "sent #" + numbers[at] : "received #" + -numbers[at];
      words.add(way + " " + place(phases[at]) + ", " + lengths[at] + " bytes as " + forms[at]);
    }
    return words.toString();
  }

  /** Where a message belongs: {@code in compare/msb}. */
  static String place(PhaseMeter phase) {
    String path = phase.path();
    if (path.isEmpty()) {
      return "outside of phases";
    }
    return "in "
        + (path.length() <= MOST_PATH ? path : "…" + path.substring(path.length() - MOST_PATH));
  }
}
