package org.sotto.mpc;

/**
 * Bits in split form as elements 0 and 1 of a ring, in one round. With u at the holder A and v at B
 * and C, u ^ v = v + u (1 - 2 v). With pads s, s' and masks r_A, r_C that A draws with B and with
 * C, A sends u + s to C and u + s' to B; B sends -s (1 - 2v) + v - r_A to C, and C sends -s' (1 -
 * 2v) + v - r_C to B. Each adds what it received to component B = (u ^ v) - r_A - r_C.
 *
 * <p>Each message is masked by a draw that its receiver lacks and that serves once. 4 elements a
 * bit in all. Our own arrangement, argued in docs/low-round-comparison.md.
 */
final class InjectionStep {
  private static final int PAD = 0;
  private static final int MASK = 16;

  private final ThreeParty mpc;
  private final SplitBits bits;
  private final RoleTurns turns;
  private final Ring ring;
  private final long step;
  private final long[] own;
  private final long[] previous;

  InjectionStep(ThreeParty mpc, SplitBits bits, Ring ring) {
    this.mpc = mpc;
    this.bits = bits;
    this.turns = bits.turns();
    this.ring = ring;
    this.step = mpc.nextStep("injection", ring.bits(), bits.size());
    this.own = new long[bits.size()];
    this.previous = new long[bits.size()];
  }

  void write(Round round) {
    long[] message = new long[bits.size()];
    for (int s = 0; s < turns.segments(); s++) {
      if (turns.role(s, mpc.self()) == 0) {
        writeHolders(round, s, message);
      } else {
        writeOthers(round, s, message);
      }
    }
  }

  private void writeHolders(Round round, int s, long[] message) {
    int from = turns.from(s);
    int to = turns.to(s);
    mpc.drawWithNext(step, MASK + s, ring, own, from, to);
    mpc.drawWithPrevious(step, MASK + s, ring, previous, from, to);
    mpc.drawWithNext(step, PAD + s, ring, message, from, to);
    addBits(message, from, to);
    round.toPrevious().ring(ring.bits(), message, from, to);
    mpc.drawWithPrevious(step, PAD + s, ring, message, from, to);
    addBits(message, from, to);
    round.toNext().ring(ring.bits(), message, from, to);
  }

  private void addBits(long[] message, int from, int to) {
    for (int i = from; i < to; i++) {
      message[i] = ring.of(message[i] + bits.part(i));
    }
  }

  private void writeOthers(Round round, int s, long[] message) {
    int from = turns.from(s);
    int to = turns.to(s);
    int a = turns.a(s);
    int other = 3 - a - mpc.self();
    long[] mask = turns.role(s, mpc.self()) == 1 ? previous : own;
    mpc.draw(a, step, MASK + s, ring, mask, from, to);
    mpc.draw(a, step, PAD + s, ring, message, from, to);
    for (int i = from; i < to; i++) {
      long v = bits.part(i);
      message[i] = ring.of(v - message[i] * (1 - 2 * v) - mask[i]);
    }
    round.to(other).ring(ring.bits(), message, from, to);
    round.expect(a, (long) ring.bits() * (to - from));
    round.expect(other, (long) ring.bits() * (to - from));
  }

  RingShares read(Round round) {
    long[] padded = new long[bits.size()];
    long[] masked = new long[bits.size()];
    for (int s = 0; s < turns.segments(); s++) {
      int role = turns.role(s, mpc.self());
      if (role == 0) {
        continue;
      }
      int from = turns.from(s);
      int to = turns.to(s);
      int a = turns.a(s);
      round.from(a).ring(ring.bits(), padded, from, to);
      round.from(3 - a - mpc.self()).ring(ring.bits(), masked, from, to);
      long[] mask = role == 1 ? previous : own;
      long[] component = role == 1 ? own : previous;
      for (int i = from; i < to; i++) {
        component[i] = ring.of(padded[i] * (1 - 2 * bits.part(i)) + masked[i] - mask[i]);
      }
    }
    return new RingShares(ring, own, previous);
  }
}
