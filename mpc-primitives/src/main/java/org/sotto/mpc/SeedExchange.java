package org.sotto.mpc;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import org.sotto.mpc.prg.AesCtr;
import org.sotto.net.Session;
import org.sotto.net.error.DesyncException;

/**
 * Keys of neighbours, each from a seed of both: party i commits to its seed towards the next party,
 * which then sends its own; then i opens. Neither can choose the key or make it depend on the
 * other's seed.
 *
 * <p>Construction: coin tossing by commitment (Blum, 1981); the commitment is SHA-256 of a label,
 * the session, both parties and a uniform seed of 16 bytes. Hiding and binding in the random oracle
 * model: a seed has 128 bits of entropy, and opening two ways takes a collision. The key is SHA-256
 * of another label and both seeds, cut to {@value AesCtr#KEY_BYTES} bytes.
 *
 * <p>3 rounds; a party sends {@value #BYTES} bytes.
 */
final class SeedExchange {
  /** What each party sends. */
  static final int BYTES = 64;

  private static final int COMMITMENT_BYTES = 32;
  private static final int SEED_BYTES = 16;
  private static final String COMMITMENT = "sotto prf commitment";
  private static final String KEY = "sotto prf key";

  private SeedExchange() {}

  /** The keys that a party shares with its neighbours. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Keys(byte[] withNext, byte[] withPrevious) {
    @Override
    public String toString() {
      return "keys"; // and not their bytes
    }
  }

  static Keys run(Session session, SecureRandom random) {
    byte[] mine = seed(random);
    byte[] answer = seed(random);
    int self = session.self();
    int next = session.next().peer();
    int previous = session.previous().peer();
    session.next().sendBytes(hash(COMMITMENT, session, self, next, mine));
    session.flush();
    byte[] commitment = session.previous().receiveBytes(COMMITMENT_BYTES);
    session.previous().sendBytes(answer);
    session.flush();
    byte[] theirAnswer = session.next().receiveBytes(SEED_BYTES);
    session.next().sendBytes(mine);
    session.flush();
    byte[] opened = session.previous().receiveBytes(SEED_BYTES);
    if (!MessageDigest.isEqual(commitment, hash(COMMITMENT, session, previous, self, opened))) {
      throw new DesyncException(
          previous,
          "session "
              + session.key()
              + ": expected the seed that party "
              + previous
              + " committed to, got another");
    }
    Keys keys =
        new Keys(
            key(session, self, next, mine, theirAnswer),
            key(session, previous, self, opened, answer));
    for (byte[] seed : new byte[][] {mine, answer, theirAnswer, opened}) {
      Arrays.fill(seed, (byte) 0);
    }
    return keys;
  }

  private static byte[] seed(SecureRandom random) {
    byte[] seed = new byte[SEED_BYTES];
    random.nextBytes(seed);
    return seed;
  }

  private static byte[] key(Session session, int from, int to, byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, 2 * SEED_BYTES);
    System.arraycopy(second, 0, both, SEED_BYTES, SEED_BYTES);
    byte[] hash = hash(KEY, session, from, to, both);
    Arrays.fill(both, (byte) 0);
    return Arrays.copyOf(hash, AesCtr.KEY_BYTES);
  }

  /** Of fields of known lengths, and the session's name behind its own. */
  private static byte[] hash(String label, Session session, int from, int to, byte[] seeds) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] name = session.key().getBytes(StandardCharsets.UTF_8);
      sha.update(label.getBytes(StandardCharsets.UTF_8));
      sha.update(
          new byte[] {0, (byte) from, (byte) to, (byte) (name.length >>> 8), (byte) name.length});
      sha.update(name);
      return sha.digest(seeds);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
