package org.sotto.mpc;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.sotto.codec.PrfKey;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.lowround.Slices;
import org.sotto.mpc.prg.AesCtr;
import org.sotto.mpc.prg.Prf;
import org.sotto.net.Channel;
import org.sotto.net.Session;
import org.sotto.net.Standing;
import org.sotto.net.error.DesyncException;

/**
 * One run of three-party replicated protocols in a session of three members: the pairwise keys, the
 * step counter, and the places on the ring. Party i draws k_i and shares it with the next party, so
 * it knows k_i and k_(i-1), and k_(i+1) is unknown to it.
 *
 * <p>Security: semi-honest, at most one corrupted party; the masks made from these keys are
 * pseudorandom to the party that lacks the key (AES as a PRF), and the links must be confidential
 * towards the third party.
 *
 * <p>A peer that hands a party's own key back to it is refused: with k_i = k_(i-1) the shares of
 * zero would all be zero, and messages would leave unmasked.
 *
 * <p>Set-up, in a phase of its own, {@value #SETUP_PHASE}, is a commit-then-open exchange of 3
 * rounds and {@value SeedExchange#BYTES} bytes a party, so that no party chooses a key; the pull
 * request's protocol sends a key as it is, 17 bytes in a tagged profile, in one round.
 *
 * <p>In a session with checked tags peers compare step and batch sizes with each message, and at
 * the end of each outermost phase the streams that they have drawn from; see {@link Standing}.
 */
public final class ThreeParty implements AutoCloseable {
  /** The phase of the key exchange. */
  public static final String SETUP_PHASE = "prf-setup";

  /** Streams of one step are told apart by a purpose below this. */
  static final int PURPOSES = 64;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final Session session;
  private final int self;
  private final Prf next;
  private final Prf previous;
  private long step;
  private long turn;
  private long place;
  private long drawnWithNext;
  private long drawnWithPrevious;
  private long drawsWithNext;
  private long drawsWithPrevious;
  private long[] scratch = new long[64];

  private ThreeParty(Session session, int self, Prf next, Prf previous) {
    this.session = session;
    this.self = self;
    this.next = next;
    this.previous = previous;
    session.stands(new Position());
  }

  /** Where this party is: what its peers have to have done alike. */
  private final class Position implements Standing {
    @Override
    public long place() {
      return place;
    }

    @Override
    public long with(int peer) {
      return peer == toNext().peer() ? drawnWithNext : drawnWithPrevious;
    }

    @Override
    public String inWords(int peer) {
      boolean isNext = peer == toNext().peer();
      return String.format(
          Locale.ROOT,
          "at step %d, %d draws with party %d (sum %x)",
          step,
          isNext ? drawsWithNext : drawsWithPrevious,
          peer,
          with(peer));
    }
  }

  /** Makes keys with both neighbours, each from seeds of both ({@link SeedExchange}). */
  public static ThreeParty setUp(Session session) {
    int self = place(session);
    SeedExchange.Keys keys;
    try (var _ = session.phase(SETUP_PHASE)) {
      keys = SeedExchange.run(session, RANDOM);
    }
    return start(session, self, keys.withNext(), keys.withPrevious());
  }

  /** Exchanges keys as {@link PrfKey} values in the session's codec profile. */
  public static ThreeParty setUpWithValues(Session session) {
    int self = place(session);
    byte[] mine = newKey();
    byte[] theirs;
    try (var _ = session.phase(SETUP_PHASE)) {
      session.next().send(new PrfKey(mine));
      theirs = session.previous().receive(PrfKey.class).key();
    }
    return start(session, self, mine, theirs);
  }

  /** With keys that both neighbours hold already; for tests of what a party sees. */
  static ThreeParty withKeys(Session session, byte[] withNext, byte[] withPrevious) {
    return start(session, place(session), withNext.clone(), withPrevious.clone());
  }

  /** With any streams shared with both neighbours; for tests that name every draw. */
  static ThreeParty withStreams(Session session, Prf withNext, Prf withPrevious) {
    return new ThreeParty(session, place(session), withNext, withPrevious);
  }

  private static int place(Session session) {
    if (session.members().size() != 3) {
      throw new IllegalArgumentException(
          "three-party protocols: expected a session of 3 members, got "
              + session.members().size());
    }
    return session.members().indexOf(session.self());
  }

  private static byte[] newKey() {
    byte[] key = new byte[AesCtr.KEY_BYTES];
    RANDOM.nextBytes(key);
    return key;
  }

  private static ThreeParty start(Session session, int self, byte[] mine, byte[] theirs) {
    if (Arrays.equals(mine, theirs)) {
      throw new DesyncException(
          session.previous().peer(),
          "session " + session.key() + ": expected the peer's own PRF key, got this party's back");
    }
    ThreeParty party = new ThreeParty(session, self, new AesCtr(mine), new AesCtr(theirs));
    Arrays.fill(mine, (byte) 0);
    Arrays.fill(theirs, (byte) 0);
    return party;
  }

  /** The session. */
  public Session session() {
    return session;
  }

  /** This party's place on the ring: 0, 1 or 2. */
  public int self() {
    return self;
  }

  /** The channel to the next party. */
  public Channel toNext() {
    return session.next();
  }

  /** The channel to the previous party. */
  public Channel toPrevious() {
    return session.previous();
  }

  /** Whether a party is the next; else it is the previous. */
  boolean isNext(int party) {
    return (self + 1) % 3 == party;
  }

  /** Begins a step: draws of different steps are independent. Equal at all three parties. */
  public long nextStep() {
    return nextStep("step", 0, 0);
  }

  /**
   * The same for an operation: its name and sizes have to be equal at all parties.
   *
   * @param width of its elements in bits
   * @param count of its elements
   */
  long nextStep(String operation, int width, long count) {
    enter(operation, width, count);
    return step++;
  }

  /** Begins an operation that draws nothing. */
  void enter(String operation, int width, long count) {
    place = mixed(place + mixed(((long) operation.hashCode() << 32) + width) + count);
  }

  private static long mixed(long x) {
    long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** The next assignment of unequal roles; equal at all three parties. */
  RoleTurns nextTurns(int lanes) {
    enter("turns", 1, lanes);
    return new RoleTurns(lanes, turn++);
  }

  /** Begins a round of messages. */
  Round round() {
    return new Round(this);
  }

  /**
   * Elements that this party and the next can draw, into {@code [from, to)}; equal arguments give
   * equal elements.
   *
   * @param purpose tells streams of one step apart, 0 to {@value #PURPOSES} - 1
   */
  public void drawWithNext(long stepOf, int purpose, Ring ring, long[] out, int from, int to) {
    draw(true, stepOf, purpose, ring, out, from, to);
  }

  /** As {@link #drawWithNext}, with the previous party. */
  public void drawWithPrevious(long stepOf, int purpose, Ring ring, long[] out, int from, int to) {
    draw(false, stepOf, purpose, ring, out, from, to);
  }

  /** As {@link #drawWithNext}, with a party by its place. */
  void draw(int with, long stepOf, int purpose, Ring ring, long[] out, int from, int to) {
    draw(isNext(with), stepOf, purpose, ring, out, from, to);
  }

  /** Slices of bits that this party and another can draw. */
  Slices drawSlices(int with, long stepOf, int purpose, int count, int words) {
    Slices slices = Slices.zeros(count, words);
    long[] data = slices.data();
    fill(isNext(with), stepOf, purpose, data, data.length);
    return slices;
  }

  /** Bits that this party and the next can draw. */
  long[] drawBitsWithNext(long stepOf, int purpose, long count) {
    return drawBits(true, stepOf, purpose, count);
  }

  /** Bits that this party and the previous can draw. */
  long[] drawBitsWithPrevious(long stepOf, int purpose, long count) {
    return drawBits(false, stepOf, purpose, count);
  }

  /** Adds to each element a share of zero: three parties' results add up to 0 in the ring. */
  public void addZeroShares(long stepOf, Ring ring, long[] values) {
    int n = values.length;
    long[] mask = new long[n];
    drawWithNext(stepOf, 0, ring, mask, 0, n);
    for (int i = 0; i < n; i++) {
      values[i] += mask[i];
    }
    drawWithPrevious(stepOf, 0, ring, mask, 0, n);
    for (int i = 0; i < n; i++) {
      values[i] = ring.of(values[i] - mask[i]);
    }
  }

  /** Xors a share of zero onto {@code count} bits: three parties' results xor to 0. */
  public void xorZeroShares(long stepOf, long[] words, long count) {
    PackedBits.xorInto(words, drawBitsWithNext(stepOf, 0, count));
    PackedBits.xorInto(words, drawBitsWithPrevious(stepOf, 0, count));
  }

  private void draw(
      boolean withNext, long stepOf, int purpose, Ring ring, long[] out, int from, int to) {
    int width = ring.bits() <= 16 ? 16 : ring.bits() <= 32 ? 32 : 64;
    int words = PackedBits.words((long) width * (to - from));
    if (scratch.length < words) {
      scratch = new long[words];
    }
    fill(withNext, stepOf, purpose, scratch, words);
    int perWord = 64 / width;
    for (int i = 0; i < to - from; i++) {
      out[from + i] = ring.of(scratch[i / perWord] >>> (i % perWord * width));
    }
  }

  private long[] drawBits(boolean withNext, long stepOf, int purpose, long count) {
    long[] words = PackedBits.zeros(count);
    fill(withNext, stepOf, purpose, words, words.length);
    PackedBits.trim(words, count);
    return words;
  }

  private void fill(boolean withNext, long stepOf, int purpose, long[] out, int words) {
    long stream = stepOf * PURPOSES + Objects.checkIndex(purpose, PURPOSES);
    (withNext ? next : previous).fill(stream, out, words);
    // A sum: neighbours may draw the streams of a step in another order.
    long drawn = mixed(mixed(stream + 1) + words);
    if (withNext) {
      drawnWithNext += drawn;
      drawsWithNext++;
    } else {
      drawnWithPrevious += drawn;
      drawsWithPrevious++;
    }
  }

  /** Ends the draws and drops the keys; the session stays open. */
  @Override
  public void close() {
    next.close();
    previous.close();
    Arrays.fill(scratch, 0);
  }
}
