package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;
import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.BitSlices;

/**
 * Equality of replicated values: x - y = a + c is zero if a = -c, so A shares the bits of -c, which
 * B and C compare with those of a, and all of them have to agree.
 *
 * <p>Semi-honest, as {@link Binary}, of whose ANDs it is made; A's bits are masked, uniform to C.
 * An opened result leaks its bit. For k bits: k bits a value from A and k - 1 ANDs, 1 + ceil(log2
 * k) rounds.
 */
public final class Equality {
  private final ThreeParty mpc;
  private final Binary binary;

  /** Comparisons of one run. */
  public Equality(ThreeParty mpc) {
    this.mpc = mpc;
    this.binary = new Binary(mpc);
  }

  /** x = y as replicated bits. */
  public BitShares of(RingShares x, RingShares y) {
    return x.size() == 0 ? BitShares.zeros(0) : binary.allOf(agreeing(x, y));
  }

  /** Opens x = y to all; the last AND is fused with the opening. */
  public BitVec open(RingShares x, RingShares y) {
    if (x.size() == 0) {
      return new BitVec(0, new long[0]);
    }
    List<BitShares> left = binary.untilTwo(agreeing(x, y));
    return left.size() == 1
        ? binary.open(left.getFirst())
        : binary.andXorOpen(
            left.getFirst(),
            left.getLast(),
            BitShares.zeros(x.size()),
            new long[left.getFirst().own().length]);
  }

  /** For each bit whether a and -c agree in it. */
  private List<BitShares> agreeing(RingShares x, RingShares y) {
    RingShares difference = x.minus(y);
    int n = difference.size();
    int width = difference.ring().bits();
    RoleTurns turns = mpc.nextTurns(n);
    SplitShares split = SplitShares.of(difference, mpc.self(), turns).withNegatedC(mpc.self());
    AddendBits bits =
        new AddendBits(
            mpc,
            split,
            width,
            BitSlices.of(split.mine(), width),
            mpc.nextStep("equality", width, n));
    Round round = mpc.round();
    bits.write(round);
    round.exchange();
    bits.read(round);
    BitShares same = bits.c().xor(bits.a()).not(mpc.self());
    List<BitShares> slices = new ArrayList<>();
    for (int t = 0; t < width; t++) {
      slices.add(same.slice((long) t * n, n));
    }
    return slices;
  }
}
