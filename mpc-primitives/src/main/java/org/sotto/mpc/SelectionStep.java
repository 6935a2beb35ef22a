package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;

/**
 * Bits in split form times replicated elements, in one round. With u at the holder A, v at B and C,
 * g = 1 - 2v, and X the sum of components A, B and C:
 *
 * <p>b X = (v + u g)(X_A + X_B + X_C) = v X_A + v X_C + v X_B + u (g X_B) + u (X_A + X_C) g.
 *
 * <p>B knows the first term, C the second, both the third and the factors of u and of u (X_A +
 * X_C), which A knows. As in {@link InjectionStep} A sends both to B and to C, each plus a pad; B
 * and C swap what is theirs, less the pads' part and the masks of components A and C. Elements in
 * all: 2 a bit, and 4 for each element. Our own arrangement, argued in
 * docs/low-round-comparison.md.
 */
final class SelectionStep {
  /** Purposes of a column begin here; three for each of at most three segments. */
  private static final int COLUMN = 3;

  private static final int PAD = 0;
  private static final int MASK = 1;

  private final ThreeParty mpc;
  private final SplitBits bits;
  private final RoleTurns turns;
  private final List<RingShares> columns;
  private final List<RingShares> products = new ArrayList<>();
  private final Ring ring;
  private final long step;
  private final List<Long> columnSteps = new ArrayList<>();

  /**
   * @param columns of the bits' length and one ring, each to be multiplied by the same bits
   */
  SelectionStep(ThreeParty mpc, SplitBits bits, List<RingShares> columns) {
    this.mpc = mpc;
    this.bits = bits;
    this.turns = bits.turns();
    this.columns = columns;
    this.ring = columns.getFirst().ring();
    this.step = mpc.nextStep("selection", ring.bits(), bits.size());
    for (RingShares column : columns) {
      if (column.size() != bits.size() || !column.ring().equals(ring)) {
        throw new IllegalArgumentException(
            "selection: expected "
                + bits.size()
                + " elements of "
                + ring
                + ", got "
                + column.size()
                + " of "
                + column.ring());
      }
      columnSteps.add(mpc.nextStep());
      products.add(new RingShares(ring, new long[bits.size()], new long[bits.size()]));
    }
  }

  void write(Round round) {
    long[] message = new long[bits.size()];
    long[] pads = new long[bits.size()];
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        writeHolders(round, s, (mpc.self() + 1) % 3, message);
        writeHolders(round, s, (mpc.self() + 2) % 3, message);
      } else {
        writeOthers(round, s, message, pads);
      }
    }
  }

  /** To one party u and each u (X_A + X_C), padded by what the other can draw. */
  private void writeHolders(Round round, int s, int to, long[] message) {
    int from = turns.from(s);
    int end = turns.to(s);
    int other = 3 - to - mpc.self();
    mpc.draw(other, step, PAD + COLUMN * s, ring, message, from, end);
    for (int i = from; i < end; i++) {
      message[i] = ring.of(message[i] + bits.part(i));
    }
    round.to(to).ring(ring.bits(), message, from, end);
    for (int c = 0; c < columns.size(); c++) {
      RingShares x = columns.get(c);
      mpc.draw(other, columnSteps.get(c), PAD + COLUMN * s, ring, message, from, end);
      for (int i = from; i < end; i++) {
        message[i] = ring.of(message[i] + bits.part(i) * (x.own()[i] + x.previous()[i]));
      }
      round.to(to).ring(ring.bits(), message, from, end);
      long[] mask = mpc.isNext(other) ? products.get(c).own() : products.get(c).previous();
      mpc.draw(other, columnSteps.get(c), MASK + COLUMN * s, ring, mask, from, end);
    }
  }

  /** To the other of B and C what the pads and this party's component add. */
  private void writeOthers(Round round, int s, long[] message, long[] pads) {
    int from = turns.from(s);
    int end = turns.to(s);
    int a = turns.a(s);
    int other = 3 - a - mpc.self();
    long[] padsOfBit = new long[bits.size()];
    mpc.draw(a, step, PAD + COLUMN * s, ring, padsOfBit, from, end);
    for (int c = 0; c < columns.size(); c++) {
      long[] withA = withA(columns.get(c), s);
      long[] shared = shared(columns.get(c), s);
      long[] mask = withA(products.get(c), s);
      mpc.draw(a, columnSteps.get(c), PAD + COLUMN * s, ring, pads, from, end);
      mpc.draw(a, columnSteps.get(c), MASK + COLUMN * s, ring, mask, from, end);
      for (int i = from; i < end; i++) {
        long v = bits.part(i);
        long g = 1 - 2 * v;
        message[i] = ring.of(v * withA[i] - g * (padsOfBit[i] * shared[i] + pads[i]) - mask[i]);
        // What this party adds itself waits in its place.
        shared(products.get(c), s)[i] = v * (withA[i] + shared[i]) - mask[i];
      }
      round.to(other).ring(ring.bits(), message, from, end);
    }
    round.expect(a, (long) ring.bits() * turns.size(s) * (1 + columns.size()));
    round.expect(other, (long) ring.bits() * turns.size(s) * columns.size());
  }

  List<RingShares> read(Round round) {
    long[] paddedBit = new long[bits.size()];
    long[] padded = new long[bits.size()];
    long[] masked = new long[bits.size()];
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        continue;
      }
      int from = turns.from(s);
      int end = turns.to(s);
      int a = turns.a(s);
      round.from(a).ring(ring.bits(), paddedBit, from, end);
      for (int c = 0; c < columns.size(); c++) {
        round.from(a).ring(ring.bits(), padded, from, end);
        round.from(3 - a - mpc.self()).ring(ring.bits(), masked, from, end);
        long[] shared = shared(columns.get(c), s);
        long[] product = shared(products.get(c), s);
        for (int i = from; i < end; i++) {
          long g = 1 - 2 * bits.part(i);
          product[i] = ring.of(product[i] + g * (paddedBit[i] * shared[i] + padded[i]) + masked[i]);
        }
      }
    }
    return products;
  }

  /** At B or C the component that A has too. */
  private long[] withA(RingShares x, int s) {
    return turns.role(s, mpc.self()) == 1 ? x.previous() : x.own();
  }

  /** At B or C the component that A lacks. */
  private long[] shared(RingShares x, int s) {
    return turns.role(s, mpc.self()) == 1 ? x.own() : x.previous();
  }
}
