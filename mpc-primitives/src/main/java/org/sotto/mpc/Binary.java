package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;
import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;

/**
 * Replicated bits: AND, opening, and the bits of values in two-addend form.
 *
 * <p>Construction and security as {@link Arithmetic}, over Z_2. An AND layer of n gates sends
 * {@code ceil(n / 8)} bytes a party.
 */
public final class Binary {
  private final ThreeParty mpc;

  /** Operations of one run. */
  public Binary(ThreeParty mpc) {
    this.mpc = mpc;
  }

  /** x &amp; y, bit by bit. 1 round; 1 bit a gate and party. */
  public BitShares and(BitShares x, BitShares y) {
    int n = x.size();
    long[] z = maskedProducts(x, y);
    Round round = mpc.round();
    round.toNext().bits(z, 0, n);
    round.exchange(0, n);
    long[] previous = PackedBits.zeros(n);
    round.fromPrevious().bits(previous, 0, n);
    return new BitShares(n, z, previous);
  }

  /** Reads replicated bits in split form; local. */
  public SplitBits split(BitShares x) {
    return SplitBits.of(x, mpc.self(), mpc.nextTurns(x.size()));
  }

  /** The AND of all, lane by lane: one fewer ANDs than there are, in ceil(log2) rounds. */
  BitShares allOf(List<BitShares> bits) {
    List<BitShares> left = untilTwo(bits);
    return left.size() == 1 ? left.getFirst() : and(left.getFirst(), left.getLast());
  }

  /** The AND of all but for the last product: one or two are left. */
  List<BitShares> untilTwo(List<BitShares> bits) {
    List<BitShares> left = bits;
    while (left.size() > 2) {
      int pairs = left.size() / 2;
      int n = left.getFirst().size();
      BitShares x = BitShares.zeros(Math.multiplyExact(pairs, n));
      BitShares y = BitShares.zeros(pairs * n);
      for (int i = 0; i < pairs; i++) {
        x.put((long) i * n, left.get(2 * i), 0, n);
        y.put((long) i * n, left.get(2 * i + 1), 0, n);
      }
      BitShares products = and(x, y);
      List<BitShares> next = new ArrayList<>();
      for (int i = 0; i < pairs; i++) {
        next.add(products.slice((long) i * n, n));
      }
      if (left.size() % 2 == 1) {
        next.add(left.getLast());
      }
      left = next;
    }
    return left;
  }

  /** Opens to all. 1 round; 1 bit a value and party. */
  public BitVec open(BitShares x) {
    int n = x.size();
    mpc.enter("open", 1, n);
    Round round = mpc.round();
    round.toNext().bits(x.previous(), 0, n);
    round.exchange(0, n);
    long[] opened = PackedBits.zeros(n);
    round.fromPrevious().bits(opened, 0, n);
    PackedBits.xorInto(opened, x.own());
    PackedBits.xorInto(opened, x.previous());
    return new BitVec(n, opened);
  }

  /**
   * Opens {@code x & y ^ z ^ extra} to all in one round: the product stays in additive form, masked
   * by a share of zero, and each party sends its addend to both others. 2 bits a value and party.
   *
   * @param extra bits that this party alone adds, or zeros
   */
  BitVec andXorOpen(BitShares x, BitShares y, BitShares z, long[] extra) {
    int n = x.size();
    long[] mine = maskedProducts(x, y);
    PackedBits.xorInto(mine, z.own());
    PackedBits.xorInto(mine, extra);
    mpc.enter("and, opened", 1, n);
    Round round = mpc.round();
    round.toNext().bits(mine, 0, n);
    round.toPrevious().bits(mine, 0, n);
    round.exchange(n, n);
    long[] theirs = PackedBits.zeros(n);
    round.fromNext().bits(theirs, 0, n);
    PackedBits.xorInto(mine, theirs);
    round.fromPrevious().bits(theirs, 0, n);
    PackedBits.xorInto(mine, theirs);
    return new BitVec(n, mine);
  }

  private long[] maskedProducts(BitShares x, BitShares y) {
    if (x.size() != y.size()) {
      throw new IllegalArgumentException(
          "and: expected two operands of one size, got " + x.size() + " and " + y.size());
    }
    long[] z = new long[x.own().length];
    for (int i = 0; i < z.length; i++) {
      z[i] = (x.own()[i] & (y.own()[i] ^ y.previous()[i])) ^ (x.previous()[i] & y.own()[i]);
    }
    mpc.xorZeroShares(mpc.nextStep("and", 1, x.size()), z, x.size());
    return z;
  }

  /**
   * The slices of both addends as replicated bits. c is A's input: its mask is drawn with B, and A
   * sends c ^ mask to C, {@code width} bits a lane, within a round that the caller makes; a is held
   * by B and C as the component that both know, at no cost.
   */
  AddendBits addends(SplitShares x, int width) {
    return new AddendBits(
        mpc, x, width, BitSlices.of(x.mine(), width), mpc.nextStep("addend bits", width, x.size()));
  }
}
