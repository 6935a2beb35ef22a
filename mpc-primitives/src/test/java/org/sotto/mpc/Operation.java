package org.sotto.mpc;

import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An operation of the library on batches x and y, with the plaintext that it must agree with and
 * the formula of its cost.
 *
 * @param name for people
 * @param ring where x and y are
 * @param domain brings any element to one that the operation is for
 * @param cost its formula
 * @param body one party's side; gives shares or opened values
 * @param oracle the result for one x and y
 */
record Operation(
    String name, Ring ring, LongUnaryOperator domain, CostFormula cost, Body body, Oracle oracle) {

  /** What a party starts from. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Inputs(RingShares x, RingShares y, long[] plain) {}

  interface Body {
    Object run(ThreeParty mpc, Inputs in);
  }

  interface Oracle {
    long of(long x, long y);
  }

  /** A batch of an operation: values, shares for three parties, and the right answers. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Batch(Operation operation, long[] x, List<Inputs> inputs, long[] expected) {
    static Batch of(Operation operation, int n, RandomGenerator random) {
      Ring ring = operation.ring;
      long[] x = Samples.values(ring, n, operation.domain, random);
      long[] y = Samples.values(ring, n, operation.domain, random);
      return of(
          operation,
          x,
          y,
          ThreePartyRun.deal(ring, x, random),
          ThreePartyRun.deal(ring, y, random));
    }

    static Batch of(
        Operation operation, long[] x, long[] y, List<RingShares> xs, List<RingShares> ys) {
      List<Inputs> inputs =
          IntStream.range(0, 3).mapToObj(i -> new Inputs(xs.get(i), ys.get(i), x)).toList();
      long[] expected =
          IntStream.range(0, x.length).mapToLong(i -> operation.oracle.of(x[i], y[i])).toArray();
      return new Batch(operation, x, inputs, expected);
    }

    Object run(ThreeParty mpc) {
      return operation.body.run(mpc, inputs.get(mpc.self()));
    }
  }

  @Override
  public String toString() {
    return name + " in " + ring;
  }

  private static final LongUnaryOperator ANY = LongUnaryOperator.identity();

  /** All operations in the rings where they make sense. */
  static Stream<Operation> all() {
    Stream<Operation> rings =
        IntStream.of(2, 16, 17, 30, 32, 48, 63, 64)
            .mapToObj(Ring::new)
            .flatMap(
                r ->
                    Stream.of(arithmetic(r), comparison(r), selection(r), equality(r))
                        .flatMap(o -> o));
    return Stream.of(rings, arithmetic(new Ring(1)), equality(new Ring(1)), bits(), conversion())
        .flatMap(s -> s);
  }

  private static Operation local(String name, Ring r, Body body, Oracle oracle) {
    return new Operation(name, r, ANY, CostFormula.local(), body, oracle);
  }

  static Stream<Operation> arithmetic(Ring r) {
    CostFormula element = CostFormula.ringElement(r);
    Stream<Operation> oneEach =
        IntStream.range(0, 3)
            .boxed()
            .flatMap(
                party ->
                    Stream.of(
                        new Operation(
                            "input of party " + party,
                            r,
                            ANY,
                            CostFormula.input(r, party),
                            (mpc, in) ->
                                new Arithmetic(mpc)
                                    .input(
                                        r,
                                        party,
                                        mpc.self() == party
                                            ? in.plain()
                                            : new long[in.plain().length]),
                            (x, _) -> x),
                        new Operation(
                            "open to party " + party,
                            r,
                            ANY,
                            CostFormula.openTo(r, party),
                            (mpc, in) -> new Arithmetic(mpc).openTo(party, in.x()),
                            (x, _) -> x)));
    Stream<Operation> rest =
        Stream.of(
            local(
                "constant",
                r,
                (mpc, in) -> RingShares.constant(r, mpc.self(), in.plain()),
                (x, _) -> x),
            local("plus", r, (mpc, in) -> in.x().plus(in.y()), (x, y) -> r.of(x + y)),
            local("minus", r, (mpc, in) -> in.x().minus(in.y()), (x, y) -> r.of(x - y)),
            local("times", r, (mpc, in) -> in.x().times(-5), (x, _) -> r.of(-5 * x)),
            new Operation(
                "open",
                r,
                ANY,
                element,
                (mpc, in) -> new Arithmetic(mpc).open(in.x()),
                (x, _) -> x),
            new Operation(
                "multiply",
                r,
                ANY,
                element,
                (mpc, in) -> new Arithmetic(mpc).multiply(in.x(), in.y()),
                (x, y) -> r.of(x * y)),
            new Operation(
                "reshare",
                r,
                ANY,
                element,
                (mpc, in) -> new Arithmetic(mpc).reshare(r, in.x().own().clone()),
                (x, _) -> x),
            new Operation(
                "split of additive values",
                r,
                ANY,
                CostFormula.split(r),
                (mpc, in) -> new Arithmetic(mpc).split(r, in.x().own().clone()),
                (x, _) -> x),
            new Operation(
                "split of replicated values",
                r,
                ANY,
                (plan, n) -> {
                  RoleTurns _ = plan.nextTurns(n); // no messages, but a turn
                },
                (mpc, in) -> new Arithmetic(mpc).split(in.x()),
                (x, _) -> x));
    return Stream.concat(oneEach, rest);
  }

  static Stream<Operation> comparison(Ring r) {
    return Stream.of(Strategy.values()).flatMap(strategy -> comparison(r, strategy));
  }

  static Stream<Operation> comparison(Ring r, Strategy strategy) {
    Oracle msb = (x, _) -> r.msb(x);
    Oracle less = (x, y) -> r.signed(x) < r.signed(y) ? 1 : 0;
    LongUnaryOperator half = x -> r.signed(x) >> 1; // so that differences stay in range
    String by = " by " + strategy;
    return Stream.of(
        new Operation(
            "openMsb" + by,
            r,
            ANY,
            CostFormula.openMsb(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).openMsb(new Arithmetic(mpc).split(in.x())),
            msb),
        new Operation(
            "msb" + by,
            r,
            ANY,
            CostFormula.msb(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).msb(new Arithmetic(mpc).split(in.x())),
            msb),
        new Operation(
            "openLessThan" + by,
            r,
            half,
            CostFormula.openLessThan(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).openLessThan(in.x(), in.y()),
            less),
        new Operation(
            "lessThan" + by,
            r,
            half,
            CostFormula.msb(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).lessThan(in.x(), in.y()),
            less),
        new Operation(
            "splitLessThan" + by,
            r,
            half,
            CostFormula.splitLessThan(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).splitLessThan(in.x(), in.y()),
            less),
        new Operation(
            "ringLessThan" + by,
            r,
            half,
            CostFormula.ringLessThan(r, strategy),
            (mpc, in) -> new Comparison(mpc, strategy).ringLessThan(in.x(), in.y()),
            less));
  }

  static Stream<Operation> bits() {
    Ring r = new Ring(1);
    return Stream.of(
        new Operation(
            "and",
            r,
            ANY,
            CostFormula.bit(),
            (mpc, in) ->
                new Binary(mpc).and(ThreePartyRun.packed(in.x()), ThreePartyRun.packed(in.y())),
            (x, y) -> x & y),
        local(
            "xor",
            r,
            (mpc, in) -> ThreePartyRun.packed(in.x()).xor(ThreePartyRun.packed(in.y())),
            (x, y) -> x ^ y),
        local("not", r, (mpc, in) -> ThreePartyRun.packed(in.x()).not(mpc.self()), (x, _) -> 1 - x),
        new Operation(
            "open bits",
            r,
            ANY,
            CostFormula.bit(),
            (mpc, in) -> new Binary(mpc).open(ThreePartyRun.packed(in.x())),
            (x, _) -> x));
  }

  static Stream<Operation> conversion() {
    return IntStream.of(1, 14, 16, 17, 30, 32, 48, 64)
        .mapToObj(Ring::new)
        .flatMap(
            to ->
                to.bits() <= Ring.Z16.bits()
                    ? Stream.of(inject(to), injectSplit(to))
                    : Stream.concat(
                        Stream.of(inject(to), injectSplit(to), bounded(to)),
                        Stream.of(Strategy.values())
                            .flatMap(s -> Stream.of(full(to, s), fullOfSplit(to, s)))));
  }

  static Operation inject(Ring to) {
    return new Operation(
        "inject to " + to,
        new Ring(1),
        ANY,
        CostFormula.inject(to),
        (mpc, in) -> new Injection(mpc).of(ThreePartyRun.packed(in.x()), to),
        (x, _) -> x);
  }

  /** The lowest bit of x chooses between x and y. */
  static Stream<Operation> selection(Ring r) {
    return Stream.of(
        new Operation(
            "select",
            r,
            ANY,
            CostFormula.select(r, 1),
            (mpc, in) -> new Selection(mpc).select(lowest(mpc, in.x()), in.x(), in.y()),
            (x, y) -> (x & 1) == 0 ? x : y),
        new Operation(
            "select of two columns",
            r,
            ANY,
            CostFormula.select(r, 2),
            (mpc, in) -> {
              List<RingShares> two =
                  new Selection(mpc)
                      .select(
                          lowest(mpc, in.x()),
                          List.of(in.x(), in.y()),
                          List.of(in.y(), in.x().times(3)));
              return two.getFirst().plus(two.getLast());
            },
            (x, y) -> r.of((x & 1) == 0 ? x + y : y + 3 * x)),
        new Operation(
            "swap",
            r,
            ANY,
            CostFormula.select(r, 1),
            (mpc, in) -> {
              Selection.Swapped s = new Selection(mpc).swap(lowest(mpc, in.x()), in.x(), in.y());
              return s.x().plus(s.y().times(5));
            },
            (x, y) -> r.of((x & 1) == 0 ? x + 5 * y : y + 5 * x)));
  }

  /** Equality, of values that are often equal. */
  static Stream<Operation> equality(Ring r) {
    LongUnaryOperator few = x -> r.signed(x) >> Math.max(0, r.bits() - 2);
    return Stream.concat(equality(r, "equality of few values", few), equality(r, "equality", ANY));
  }

  private static Stream<Operation> equality(Ring r, String name, LongUnaryOperator domain) {
    Oracle same = (x, y) -> x == y ? 1 : 0;
    return Stream.of(
        new Operation(
            name,
            r,
            domain,
            CostFormula.equality(r),
            (mpc, in) -> new Equality(mpc).of(in.x(), in.y()),
            same),
        new Operation(
            "open " + name,
            r,
            domain,
            CostFormula.openEquality(r),
            (mpc, in) -> new Equality(mpc).open(in.x(), in.y()),
            same));
  }

  /** The lowest bits, which are the sum of the components' lowest bits. */
  private static SplitBits lowest(ThreeParty mpc, RingShares x) {
    return SplitBits.of(ThreePartyRun.packed(x), mpc.self(), mpc.nextTurns(x.size()));
  }

  static Operation injectSplit(Ring to) {
    return new Operation(
        "inject split bits to " + to,
        new Ring(1),
        ANY,
        CostFormula.injectSplit(to),
        (mpc, in) -> {
          RoleTurns turns = mpc.nextTurns(in.x().size());
          SplitBits bits = SplitBits.of(ThreePartyRun.packed(in.x()), mpc.self(), turns);
          return new Injection(mpc).of(bits, to);
        },
        (x, _) -> x);
  }

  static Operation bounded(Ring to) {
    return new Operation(
        "bounded lift to " + to,
        Ring.Z16,
        x -> Ring.Z16.signed(x) >> 1,
        CostFormula.liftBounded(to),
        (mpc, in) -> new Lift(mpc).bounded(new Arithmetic(mpc).split(in.x()), to),
        (x, _) -> to.of(Ring.Z16.signed(x)));
  }

  static Operation full(Ring to, Strategy strategy) {
    return new Operation(
        "full lift to " + to + " by " + strategy,
        Ring.Z16,
        ANY,
        CostFormula.lift(to, strategy),
        (mpc, in) -> new Lift(mpc).full(in.x(), to, strategy),
        (x, _) -> to.of(Ring.Z16.signed(x)));
  }

  static Operation fullOfSplit(Ring to, Strategy strategy) {
    return new Operation(
        "full lift of split values to " + to + " by " + strategy,
        Ring.Z16,
        ANY,
        CostFormula.liftSplit(to, strategy),
        (mpc, in) -> new Lift(mpc).full(new Arithmetic(mpc).split(in.x()), to, strategy),
        (x, _) -> to.of(Ring.Z16.signed(x)));
  }
}
