package org.sotto.bench.mpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.sotto.bench.cost.OperationInputs;
import org.sotto.bench.mpc.Workload.Task;
import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Binary;
import org.sotto.mpc.BitShares;
import org.sotto.mpc.Comparison;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.Strategy;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.Channel;
import org.sotto.net.Session;

/** What {@code sotto bench mpc} measures. */
final class Workloads {
  private static final long SEED = 20251130;
  private static final Ring RING = Ring.Z32;
  private static final List<Strategy> STRATEGIES =
      List.of(
          Strategy.PREFIX,
          Strategy.CHAIN_4,
          Strategy.CHAIN,
          Strategy.CHAIN_2,
          Strategy.ONE_ROUND,
          Strategy.RIPPLE);
  private static final int[] COMPARISONS = {1, 64, 1000, 8000, 100_000};
  private static final int[] PRODUCTS = {1000, 100_000, 1_000_000};
  private static final int[] GATES = {64, 1_000_000, 10_000_000};
  private static final int DOT = 1_000_000;
  private static final int SMOKE_MOST = 1000;

  private Workloads() {}

  /**
   * All, in the order in which they are run.
   *
   * @param smoke small batches only
   * @param only names of operations; empty for all
   * @throws IllegalArgumentException if there is no such operation, listing those there are
   */
  static List<Workload> of(boolean smoke, List<String> only) {
    List<Workload> all = new ArrayList<>();
    all.add(new Workload("ring-round", "", 1, Workloads::round));
    all.add(new Workload("open", "", 16, mpc -> open(mpc, 16, SEED)));
    all.addAll(comparisons());
    for (int n : PRODUCTS) {
      all.add(new Workload("multiply", "", n, mpc -> multiply(mpc, n)));
    }
    for (int n : GATES) {
      all.add(new Workload("and", "", n, mpc -> and(mpc, n)));
    }
    int dot = smoke ? SMOKE_MOST : DOT;
    all.add(new Workload("dot", "", dot, mpc -> dot(mpc, dot)));
    List<String> names = all.stream().map(Workload::what).distinct().toList();
    for (String name : only) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException("--only: expected one of " + names + ", got " + name);
      }
    }
    return all.stream()
        .filter(w -> only.isEmpty() || only.contains(w.what()))
        .filter(w -> !smoke || w.n() <= SMOKE_MOST)
        .toList();
  }

  private static List<Workload> comparisons() {
    List<Workload> all = new ArrayList<>();
    for (Strategy strategy : STRATEGIES) {
      for (int n : COMPARISONS) {
        all.add(new Workload("less-than", strategy.label(), n, mpc -> lessThan(mpc, strategy, n)));
      }
    }
    return all;
  }

  private static Task task(Supplier<long[]> run, long[] expected, int self) {
    return task(
        () -> {
          long[] _ = run.get();
        },
        run,
        expected,
        self);
  }

  private static Task task(Runnable run, Supplier<long[]> result, long[] expected, int self) {
    return new Task() {
      @Override
      public void run() {
        run.run();
      }

      @Override
      public void check() {
        if (!Arrays.equals(result.get(), expected)) {
          throw new IllegalStateException("party " + self + ": the result is not the plaintext's");
        }
      }
    };
  }

  /** A round of the session alone: as many bytes as {@link PlainRing#round}. */
  private static Task round(ThreeParty mpc) {
    Session session = mpc.session();
    Channel next = session.next();
    Channel previous = session.previous();
    long[] sent = new long[PlainRing.ROUND_BYTES / Long.BYTES];
    long[] received = new long[sent.length];
    Arrays.setAll(sent, i -> i + 1L);
    Supplier<long[]> round =
        () -> {
          next.sendRing64(sent);
          session.flush();
          return previous.receiveRing64(received);
        };
    return task(round, sent, mpc.self());
  }

  /** A round of an operation with as little work as there can be, with {@code n} elements. */
  static Task open(ThreeParty mpc, int n, long seed) {
    OperationInputs inputs = new OperationInputs(seed);
    long[] values = inputs.elements(RING, n);
    RingShares x = inputs.share(RING, values)[mpc.self()];
    Arithmetic arithmetic = new Arithmetic(mpc);
    Supplier<long[]> opened = () -> arithmetic.open(x);
    return task(opened, values, mpc.self());
  }

  private static Task lessThan(ThreeParty mpc, Strategy strategy, int n) {
    Comparison comparison = new Comparison(mpc, strategy);
    return onPairs(
        mpc,
        n,
        (x, y) -> comparison.ringLessThan(x, y),
        (x, y) -> RING.signed(x) < RING.signed(y) ? 1 : 0);
  }

  private static Task multiply(ThreeParty mpc, int n) {
    Arithmetic arithmetic = new Arithmetic(mpc);
    return onPairs(mpc, n, (x, y) -> arithmetic.multiply(x, y), (x, y) -> RING.of(x * y));
  }

  private interface OnShares {
    RingShares of(RingShares x, RingShares y);
  }

  private interface OnPlain {
    long of(long x, long y);
  }

  private static Task onPairs(ThreeParty mpc, int n, OnShares shares, OnPlain plain) {
    OperationInputs inputs = new OperationInputs(SEED);
    long[] a = inputs.comparable(RING, n);
    long[] b = inputs.comparable(RING, n);
    RingShares x = inputs.share(RING, a)[mpc.self()];
    RingShares y = inputs.share(RING, b)[mpc.self()];
    long[] expected = IntStream.range(0, n).mapToLong(i -> plain.of(a[i], b[i])).toArray();
    Arithmetic arithmetic = new Arithmetic(mpc);
    Function<RingShares, long[]> opened = arithmetic::open;
    return task(
        () -> {
          RingShares _ = shares.of(x, y);
        },
        () -> opened.apply(shares.of(x, y)),
        expected,
        mpc.self());
  }

  private static Task and(ThreeParty mpc, int n) {
    OperationInputs inputs = new OperationInputs(SEED);
    long[] a = inputs.bits(n);
    long[] b = inputs.bits(n);
    BitShares x = inputs.shareBits(n, a)[mpc.self()];
    BitShares y = inputs.shareBits(n, b)[mpc.self()];
    long[] expected = IntStream.range(0, a.length).mapToLong(i -> a[i] & b[i]).toArray();
    Binary binary = new Binary(mpc);
    return task(
        () -> {
          BitShares _ = binary.and(x, y);
        },
        () -> binary.open(binary.and(x, y)).words(),
        expected,
        mpc.self());
  }

  /** One dot product. */
  private static Task dot(ThreeParty mpc, int n) {
    OperationInputs inputs = new OperationInputs(SEED);
    long[] a = inputs.elements(RING, n);
    long[] b = inputs.elements(RING, n);
    RingShares x = inputs.share(RING, a)[mpc.self()];
    RingShares y = inputs.share(RING, b)[mpc.self()];
    long expected = RING.of(IntStream.range(0, n).mapToLong(i -> a[i] * b[i]).sum());
    Arithmetic arithmetic = new Arithmetic(mpc);
    return task(
        () -> {
          RingShares _ = arithmetic.dot(x, y, n);
        },
        () -> arithmetic.open(arithmetic.dot(x, y, n)),
        new long[] {expected},
        mpc.self());
  }
}
