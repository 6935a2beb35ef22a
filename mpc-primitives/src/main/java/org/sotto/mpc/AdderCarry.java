package org.sotto.mpc;

import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.PackedBits;

/**
 * Signs and carries by an {@link Adder} on replicated bits: A's addend is shared bit by bit in one
 * round, then the adder computes the carry, and the last AND is fused with an opening.
 *
 * <p>Security: semi-honest, as {@link Binary}, whose operations it is made of; the only messages
 * beside them are A's masked bits, uniform to C. The affine form of the carry is ours; the argument
 * is in docs/three-party.md.
 */
final class AdderCarry implements CarryProtocol {
  private final ThreeParty mpc;
  private final Binary binary;
  private final Adder adder;

  AdderCarry(ThreeParty mpc, Adder adder) {
    this.mpc = mpc;
    this.binary = new Binary(mpc);
    this.adder = adder;
  }

  @Override
  public BitVec open(RingShares x) {
    return open(SplitShares.of(x, mpc.self(), mpc.nextTurns(x.size())));
  }

  /** For k bits: 1 round and k - 1 bits a value from A, then the adder, its last AND at 2 bits. */
  @Override
  public BitVec open(SplitShares x) {
    Adder.Pending last = fold(x, x.ring().bits() - 1);
    return binary.andXorOpen(last.p(), last.v(), last.d(), topBitOfA(x));
  }

  /** As {@link #open}, with k bits a value from A and the last AND at 1 bit. */
  @Override
  public BitShares replicated(SplitShares x) {
    int k = x.ring().bits();
    int n = x.size();
    AddendBits bits = shared(x, k);
    Adder.Pending last =
        adder.fold(binary, Maps.ofCarry(n, k - 1, bits.c(), bits.a()), bits.a().slice(0, n));
    return product(last).xor(bits.c().slice((k - 1L) * n, n));
  }

  /** As {@link #open}, with the last AND at 1 bit. */
  @Override
  public SplitBits split(SplitShares x) {
    BitShares below = product(fold(x, x.ring().bits() - 1));
    SplitBits bits = SplitBits.of(below, mpc.self(), x.turns());
    PackedBits.xorInto(bits.mine(), topBitOfA(x));
    return bits;
  }

  /** For k bits: 1 round and k bits a value from A, then the adder over k maps. */
  @Override
  public SplitBits carry(SplitShares x) {
    return SplitBits.of(product(fold(x, x.ring().bits())), mpc.self(), x.turns());
  }

  private BitShares product(Adder.Pending last) {
    return binary.and(last.p(), last.v()).xor(last.d());
  }

  private Adder.Pending fold(SplitShares x, int maps) {
    int n = x.size();
    // c below the top bit is shared; a is known to B and C up to the top bit at no cost.
    AddendBits bits = shared(x, maps);
    BitShares a = maps < x.ring().bits() ? withTopSlice(bits.a(), x, maps) : bits.a();
    return adder.fold(binary, Maps.ofCarry(n, maps, bits.c(), a), a.slice(0, n));
  }

  private AddendBits shared(SplitShares x, int width) {
    AddendBits bits = binary.addends(x, width);
    Round round = mpc.round();
    bits.write(round);
    round.exchange();
    bits.read(round);
    return bits;
  }

  /** The slices of a with one more on top, which B and C know. */
  private BitShares withTopSlice(BitShares a, SplitShares x, int top) {
    int n = x.size();
    BitShares longer = BitShares.zeros(Math.multiplyExact(top + 1, n));
    longer.put(0, a, 0, a.size());
    long[] bit = x.slice(top);
    for (int s = 0; s < x.turns().segments(); s++) {
      int from = x.turns().from(s);
      int run = x.turns().size(s);
      switch (x.turns().role(s, mpc.self())) {
        case 0 -> {}
        case 1 -> PackedBits.copy(bit, from, longer.own(), (long) top * n + from, run);
        default -> PackedBits.copy(bit, from, longer.previous(), (long) top * n + from, run);
      }
    }
    return longer;
  }

  /** In the lanes where this party is A the top bit of c, elsewhere zero. */
  private long[] topBitOfA(SplitShares x) {
    long[] bit = x.slice(x.ring().bits() - 1);
    long[] top = PackedBits.zeros(x.size());
    for (int s = 0; s < x.turns().segments(); s++) {
      if (x.turns().role(s, mpc.self()) == 0) {
        int from = x.turns().from(s);
        PackedBits.copy(bit, from, top, from, x.turns().size(s));
      }
    }
    return top;
  }
}
