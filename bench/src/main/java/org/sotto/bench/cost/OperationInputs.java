package org.sotto.bench.cost;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.sotto.mpc.BitShares;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisDistance;
import org.sotto.mpc.iris.IrisGenerator;
import org.sotto.mpc.iris.IrisTemplate;

/** Seeded values for a measurement, in the clear and as shares: the client and dealer of a run. */
public final class OperationInputs {
  /** Distinct templates; larger batches use them again. */
  private static final int MOST_TEMPLATES = 64;

  private final RandomGenerator random;

  /** Values of one seed. */
  public OperationInputs(long seed) {
    this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  /** Elements of a ring, the edges among them. */
  public long[] elements(Ring ring, int n) {
    long[] edges = {0, 1, -1, 1L << (ring.bits() - 1), (1L << (ring.bits() - 1)) - 1};
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = ring.of(i < edges.length && n > edges.length ? edges[i] : random.nextLong());
    }
    return values;
  }

  /** Signed values below 2^(bits - 2) in magnitude, so that differences do not wrap. */
  public long[] comparable(Ring ring, int n) {
    long[] values = new long[n];
    for (int i = 0; i < n; i++) {
      values[i] = ring.of(random.nextLong() >> (65 - ring.bits() + 1));
    }
    return values;
  }

  /** Random bits. */
  public long[] bits(int n) {
    long[] words = PackedBits.zeros(n);
    for (int i = 0; i < words.length; i++) {
      words[i] = random.nextLong();
    }
    PackedBits.trim(words, n);
    return words;
  }

  /** Shares for parties 0, 1 and 2. */
  public RingShares[] share(Ring ring, long[] values) {
    int n = values.length;
    long[][] x = new long[3][n];
    for (int i = 0; i < n; i++) {
      x[0][i] = ring.of(random.nextLong());
      x[1][i] = ring.of(random.nextLong());
      x[2][i] = ring.of(values[i] - x[0][i] - x[1][i]);
    }
    return new RingShares[] {
      new RingShares(ring, x[0].clone(), x[2].clone()),
      new RingShares(ring, x[1].clone(), x[0].clone()),
      new RingShares(ring, x[2].clone(), x[1].clone()),
    };
  }

  /** Shares for parties 0, 1 and 2. */
  public BitShares[] shareBits(int n, long[] words) {
    long[] x0 = bits(n);
    long[] x1 = bits(n);
    long[] x2 = words.clone();
    PackedBits.xorInto(x2, x0);
    PackedBits.xorInto(x2, x1);
    return new BitShares[] {
      new BitShares(n, x0, x2), new BitShares(n, x1.clone(), x0), new BitShares(n, x2, x1),
    };
  }

  /** One template and its shares. */
  record Template(IrisTemplate plain, List<GaloisShares> shares) {
    static Template of(IrisTemplate plain) {
      return new Template(plain, List.of(GaloisShares.share(plain)));
    }
  }

  /** Queries and entries, every other entry of the first query's person. */
  record Templates(List<Template> queries, List<Template> entries) {
    /** In the clear. */
    IrisDistance distance(int query, int entry) {
      return queries.get(query).plain().distance(entries.get(entry).plain());
    }

    /** What one party has of the queries. */
    List<GaloisShares.Query> queriesOf(int party) {
      return queries.stream().map(q -> q.shares().get(party).asQuery(party)).toList();
    }

    /** What one party has of the entries. */
    List<GaloisShares> entriesOf(int party) {
      return entries.stream().map(e -> e.shares().get(party)).toList();
    }
  }

  Templates templates(int queries, int n) {
    IrisGenerator generator = new IrisGenerator(random.nextLong());
    IrisTemplate first = generator.person();
    List<Template> asked = new ArrayList<>();
    for (int q = 0; q < queries; q++) {
      asked.add(Template.of(q == 0 ? first : generator.person()));
    }
    List<Template> distinct = new ArrayList<>();
    for (int i = 0; i < Math.min(n, MOST_TEMPLATES); i++) {
      IrisTemplate entry = i % 2 == 0 ? generator.capture(first, 0.25) : generator.person();
      distinct.add(Template.of(entry));
    }
    List<Template> entries = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      entries.add(distinct.get(i % distinct.size()));
    }
    return new Templates(asked, entries);
  }
}
