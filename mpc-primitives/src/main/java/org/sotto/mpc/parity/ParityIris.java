package org.sotto.mpc.parity;

import java.util.Arrays;
import java.util.List;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.net.Channel;
import org.sotto.net.error.DesyncException;

/**
 * eval_distance and less_than as the pull request ran them. For one candidate a party sends 52
 * messages (53 with its PRF key, see {@link ThreeParty#setUpWithValues}); their sizes come from the
 * session's codec profile.
 *
 * <p>Semi-honest, honest majority, as {@link org.sotto.mpc.Arithmetic}; leaks the comparison bits.
 */
public final class ParityIris implements IrisProtocol {
  private static final int LOW = 16;
  private static final long OFFSET = 1L << 15;

  private final ThreeParty mpc;

  /** A protocol of one run. */
  public ParityIris(ThreeParty mpc) {
    this.mpc = mpc;
  }

  @Override
  public Ring ring() {
    return Ring.Z32;
  }

  @Override
  public DistanceShares evalDistance(GaloisShares.Query query, List<GaloisShares> entries) {
    int n = entries.size();
    try (var _ = mpc.session().phase("eval-distance")) {
      RingShares lifted = lift(toReplicated(query.dots(entries)));
      return new DistanceShares(lifted.slice(0, n), lifted.slice(n, 2 * n).times(2));
    }
  }

  private RingShares toReplicated(long[] additive) {
    mpc.addZeroShares(mpc.nextStep(), Ring.Z16, additive);
    mpc.toNext().send(ParityInjection.vector(additive));
    long[] previous = ParityInjection.elements(mpc, mpc.toPrevious(), additive.length);
    return new RingShares(Ring.Z16, additive, previous);
  }

  /** Signed values of Z_2^16 to Z_2^32: the components' sum over the integers, less its carries. */
  private RingShares lift(RingShares x) {
    int n = x.size();
    RingShares moved = x.plus(offset(Ring.Z16, OFFSET, n));
    LaneWords[] carries = new ParityAdder(mpc, moved, LOW, LOW).carriesOfLift();
    int words = PackedBits.words(n);
    long[] ownBits = PackedBits.zeros(2L * n);
    long[] previousBits = PackedBits.zeros(2L * n);
    for (int c = 0; c < 2; c++) {
      PackedBits.copy(carries[c].own(), 0, ownBits, (long) c * n, n);
      PackedBits.copy(carries[c].previous(), 0, previousBits, (long) c * n, n);
    }
    if (words == 0) {
      return new RingShares(Ring.Z32, moved.own(), moved.previous());
    }
    RingShares injected = ParityInjection.inject(mpc, ownBits, previousBits, 2 * n);
    RingShares lifted = new RingShares(Ring.Z32, moved.own(), moved.previous());
    return lifted
        .minus(shifted(injected.slice(0, n), LOW))
        .minus(shifted(injected.slice(n, 2 * n), LOW + 1))
        .minus(offset(Ring.Z32, OFFSET, n));
  }

  private RingShares offset(Ring ring, long value, int n) {
    long[] values = new long[n];
    Arrays.fill(values, value);
    return RingShares.constant(ring, mpc.self(), values);
  }

  private static RingShares shifted(RingShares x, int by) {
    return new RingShares(Ring.Z32, x.own(), x.previous()).times(1L << by);
  }

  @Override
  public BitVec lessThan(DistanceShares left, DistanceShares right) {
    int n = left.size();
    if (n == 0) {
      return new BitVec(0, new long[0]);
    }
    try (var _ = mpc.session().phase("less-than")) {
      RingShares cross = reshare(left.crossAddends(right));
      LaneWords msb = new ParityAdder(mpc, cross, 31, 32).mostSignificant();
      return open(msb, n);
    }
  }

  private RingShares reshare(long[] additive) {
    mpc.addZeroShares(mpc.nextStep(), Ring.Z32, additive);
    int n = additive.length;
    int[] mine = new int[n];
    for (int i = 0; i < n; i++) {
      mine[i] = (int) additive[i];
    }
    mpc.toNext().send(n == 1 ? new Ring32(mine[0]) : new Ring32Vec(mine));
    NetworkValue value = mpc.toPrevious().receive();
    int[] theirs =
        switch (value) {
          case Ring32 one -> new int[] {one.value()};
          case Ring32Vec many -> many.elements();
          default -> new int[0];
        };
    if (theirs.length != n) {
      throw unexpected(mpc, mpc.toPrevious(), n + " elements of Z_2^32", value);
    }
    long[] previous = new long[n];
    for (int i = 0; i < n; i++) {
      previous[i] = theirs[i] & 0xFFFFFFFFL;
    }
    return new RingShares(Ring.Z32, additive, previous);
  }

  private BitVec open(LaneWords x, int n) {
    long[] mine = x.previous().clone();
    PackedBits.trim(mine, n);
    mpc.toNext().send(n == 1 ? new Bit(mine[0] != 0) : new BitVec(n, mine));
    NetworkValue value = mpc.toPrevious().receive();
    long[] opened =
        switch (value) {
          case Bit bit when n == 1 -> new long[] {bit.value() ? 1 : 0};
          case BitVec bits when bits.size() == n -> bits.words();
          default -> throw unexpected(mpc, mpc.toPrevious(), n + " bits", value);
        };
    PackedBits.xorInto(opened, x.own());
    PackedBits.xorInto(opened, x.previous());
    PackedBits.trim(opened, n);
    return new BitVec(n, opened);
  }

  static DesyncException unexpected(ThreeParty mpc, Channel from, String expected, Object got) {
    return new DesyncException(
        from.peer(), "session " + mpc.session().key() + ": expected " + expected + ", got " + got);
  }
}
