package org.sotto.bench.party;

import java.time.Duration;
import org.sotto.bench.cost.PartyCost;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.KryoRegistry;
import org.sotto.net.SessionOptions;

/**
 * What a client and a party say to each other, in a session of the two. The client sends a {@link
 * Request}, then the party's shares of the query and of each entry (code and mask, two vectors of
 * Z_2^16 each); the party answers with a {@link Result} or a {@link Failure}. {@link Farewell} ends
 * it. Of every template a party sees its own shares only; the comparison bits it sees in the clear.
 */
final class Jobs {
  /** The id of the client in a table of three parties and a client. */
  static final int CLIENT = 3;

  /** The most entries of one job. */
  static final int MOST_ENTRIES = 100_000;

  private static final KryoRegistry REGISTRY =
      KryoRegistry.builder()
          .register(1, Request.class)
          .register(2, Result.class)
          .register(3, Failure.class)
          .register(4, Farewell.class)
          .register(5, PartyCost.class)
          .build();

  /**
   * A query against entries.
   *
   * @param profile a {@link org.sotto.bench.cost.Profile} by name
   * @param adder an {@link org.sotto.bench.cost.AdderChoice} by name
   * @param entries how many entries follow
   */
  record Request(int job, String profile, String adder, int entries) {}

  /** The opened bits, one an entry, the cost, key exchange included, and the time it took. */
  @SuppressWarnings("ArrayRecordComponent")
  record Result(int job, boolean[] matches, PartyCost cost, long wallNanos) {}

  /** Why a job could not be done. */
  record Failure(int job, String text) {}

  /** The client is done; the party may stop. */
  record Farewell() {}

  private Jobs() {}

  /** The name of the session between the client and a party. */
  static String sessionName(String party) {
    return "jobs of " + party;
  }

  /** Its options: patient, since a client may think for long. */
  static SessionOptions options(int party) {
    return SessionOptions.defaults()
        .among(party, CLIENT)
        .withCodec(new CompactCodec(REGISTRY))
        .withLimits(new DecodeLimits(64 << 10, 64 << 10))
        .withProgressTimeout(Duration.ofHours(1));
  }
}
