package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.sotto.codec.BitVec;
import org.sotto.codec.TaggedCodec;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.net.CostLedger;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/**
 * Runs a protocol at three parties, deals shares to them without messages, and puts results
 * together again, refusing shares that neighbours do not agree on.
 */
public final class ThreePartyRun {
  private static final Parties IN_MEMORY = Parties.inMemory(3);

  private ThreePartyRun() {}

  /** One party's side. */
  @FunctionalInterface
  public interface Protocol<T> {
    /** Runs it. */
    T run(ThreeParty mpc);
  }

  /** How keys are exchanged, and the session that goes with it. */
  public enum Setup {
    /** Bare elements. */
    BARE,
    /** The tagged profile of the parity protocol. */
    TAGGED;

    /** Options of the session. */
    public SessionOptions options() {
      return this == BARE
          ? SessionOptions.defaults()
          : SessionOptions.defaults().withCodec(new TaggedCodec());
    }

    /** Exchanges keys. */
    public ThreeParty start(Session session) {
      return this == BARE ? ThreeParty.setUp(session) : ThreeParty.setUpWithValues(session);
    }
  }

  /** What one party had at the end. */
  public record Outcome<T>(T value, CostLedger costs) {}

  /** Runs through memory; results in the order of the parties. */
  public static <T> List<T> inMemory(Protocol<T> protocol) {
    return measured(IN_MEMORY, Setup.BARE, protocol).stream().map(Outcome::value).toList();
  }

  /** The same with costs, the exchange of keys among them. */
  public static <T> List<Outcome<T>> measured(Protocol<T> protocol) {
    return measured(IN_MEMORY, Setup.BARE, protocol);
  }

  /** Runs over parties of the caller. */
  public static <T> List<Outcome<T>> measured(Parties parties, Protocol<T> protocol) {
    return measured(parties, Setup.BARE, protocol);
  }

  /** Runs through memory with keys exchanged in a way of the caller. */
  public static <T> List<Outcome<T>> measured(Setup setup, Protocol<T> protocol) {
    return measured(IN_MEMORY, setup, protocol);
  }

  private static <T> List<Outcome<T>> measured(Parties parties, Setup setup, Protocol<T> protocol) {
    return parties.run(
        "test",
        setup.options(),
        session -> {
          try (ThreeParty mpc = setup.start(session)) {
            T value = protocol.run(mpc);
            return new Outcome<>(value, session.costs());
          }
        });
  }

  /** Asserts that the ledgers show what a plan foresees. */
  public static void assertCosts(List<? extends Outcome<?>> outcomes, MessagePlan plan) {
    for (int party = 0; party < 3; party++) {
      CostLedger ledger = outcomes.get(party).costs();
      assertThat(
              List.of(
                  ledger.sum().payloadSent(),
                  ledger.sum().payloadReceived(),
                  ledger.sum().messagesSent(),
                  ledger.rounds()))
          .as("payload sent, received, messages, rounds of party %d", party)
          .containsExactly(
              plan.payloadSent(party),
              plan.payloadReceived(party),
              plan.messages(party),
              plan.rounds(party));
    }
  }

  /** Random replicated shares for parties 0, 1 and 2. */
  public static List<RingShares> deal(Ring ring, long[] values, RandomGenerator random) {
    long[][] x = new long[3][values.length];
    for (int i = 0; i < values.length; i++) {
      x[1][i] = ring.of(random.nextLong());
      x[2][i] = ring.of(random.nextLong());
      x[0][i] = ring.of(values[i] - x[1][i] - x[2][i]);
    }
    return replicated(ring, x);
  }

  /** Shares with the values as one component and zeros as the others: nothing hides them. */
  public static List<RingShares> dealBare(Ring ring, long[] values, int component) {
    long[][] x = new long[3][values.length];
    for (int i = 0; i < values.length; i++) {
      x[component][i] = ring.of(values[i]);
    }
    return replicated(ring, x);
  }

  private static List<RingShares> replicated(Ring ring, long[][] x) {
    return IntStream.range(0, 3)
        .mapToObj(i -> new RingShares(ring, x[i].clone(), x[(i + 2) % 3].clone()))
        .toList();
  }

  /** Shares modulo 2 as packed bits. */
  public static BitShares packed(RingShares x) {
    return new BitShares(x.size(), BitSlices.of(x.own(), 1), BitSlices.of(x.previous(), 1));
  }

  /** The values behind the results of parties 0, 1 and 2, one to a long. */
  public static long[] reconstruct(List<?> results) {
    assertThat(results).hasSize(3);
    return switch (results.getFirst()) {
      case RingShares _ -> ring(results.stream().map(RingShares.class::cast).toList());
      case BitShares _ -> bits(results.stream().map(BitShares.class::cast).toList());
      case SplitShares _ -> split(results.stream().map(SplitShares.class::cast).toList());
      case SplitBits _ -> splitBits(results.stream().map(SplitBits.class::cast).toList());
      case BitVec _ -> opened(results.stream().map(r -> unpacked((BitVec) r)).toList());
      case long[] _ -> opened(results.stream().map(long[].class::cast).toList());
      default -> throw new IllegalArgumentException("no shares: " + results.getFirst().getClass());
    };
  }

  private static long[] ring(List<RingShares> x) {
    Ring ring = x.getFirst().ring();
    long[] values = new long[x.getFirst().size()];
    for (int party = 0; party < 3; party++) {
      RingShares mine = x.get(party);
      assertThat(mine.ring()).isEqualTo(ring);
      assertAgree(mine.previous(), x.get((party + 2) % 3).own(), party);
      for (int i = 0; i < values.length; i++) {
        assertThat(ring.of(mine.own()[i])).as("reduced").isEqualTo(mine.own()[i]);
        values[i] = ring.of(values[i] + mine.own()[i]);
      }
    }
    return values;
  }

  private static long[] bits(List<BitShares> x) {
    int n = x.getFirst().size();
    long[] words = PackedBits.zeros(n);
    for (int party = 0; party < 3; party++) {
      assertThat(x.get(party).size()).isEqualTo(n);
      assertAgree(x.get(party).previous(), x.get((party + 2) % 3).own(), party);
      PackedBits.xorInto(words, x.get(party).own());
    }
    return unpacked(new BitVec(n, words)); // which refuses bits behind the last
  }

  private static long[] split(List<SplitShares> x) {
    Ring ring = x.getFirst().ring();
    RoleTurns turns = x.getFirst().turns();
    long[] values = new long[x.getFirst().size()];
    for (int s = 0; s < turns.segments(); s++) {
      int a = turns.a(s);
      for (int i = turns.from(s); i < turns.to(s); i++) {
        long atB = x.get((a + 1) % 3).mine()[i];
        assertThat(x.get((a + 2) % 3).mine()[i]).as("addend a in lane %d", i).isEqualTo(atB);
        values[i] = ring.of(x.get(a).mine()[i] + atB);
      }
    }
    for (SplitShares mine : x) {
      assertThat(mine.turns().a(0)).isEqualTo(turns.a(0));
    }
    return values;
  }

  private static long[] splitBits(List<SplitBits> x) {
    RoleTurns turns = x.getFirst().turns();
    long[] values = new long[x.getFirst().size()];
    for (int s = 0; s < turns.segments(); s++) {
      int holder = turns.a(s);
      for (int i = turns.from(s); i < turns.to(s); i++) {
        long v = x.get((holder + 1) % 3).part(i);
        assertThat(x.get((holder + 2) % 3).part(i)).as("part v in lane %d", i).isEqualTo(v);
        values[i] = x.get(holder).part(i) ^ v;
      }
    }
    for (SplitBits mine : x) {
      assertThat(mine.turns().a(0)).isEqualTo(turns.a(0));
    }
    return values;
  }

  private static long[] opened(List<long[]> views) {
    List<long[]> there = new ArrayList<>(views);
    there.removeIf(view -> view.length == 0);
    assertThat(there.size()).as("receivers").isIn(0, 1, 3);
    for (long[] view : there) {
      assertThat(view).isEqualTo(there.getFirst());
    }
    return there.isEmpty() ? new long[0] : there.getFirst();
  }

  private static void assertAgree(long[] previous, long[] own, int party) {
    assertThat(previous).as("component of party %d and the one before it", party).isEqualTo(own);
  }

  /** One bit to a long. */
  public static long[] unpacked(BitVec bits) {
    return IntStream.range(0, bits.size()).mapToLong(i -> bits.get(i) ? 1 : 0).toArray();
  }
}
