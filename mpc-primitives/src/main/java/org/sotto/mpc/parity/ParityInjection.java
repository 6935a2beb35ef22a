package org.sotto.mpc.parity;

import java.util.List;
import org.sotto.codec.Batch;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.Ring16Vec;
import org.sotto.mpc.Ring;
import org.sotto.mpc.RingShares;
import org.sotto.mpc.ThreeParty;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.net.Channel;

/**
 * Replicated bits to Z_2^16 by three-party oblivious transfer with fixed roles (Mohassel, Rindal,
 * "ABY3", CCS 2018, section 5.4): party 2 sends both candidates of component 0, masked, to party 1;
 * party 0, who knows the choice bit b_0 as party 1 does, sends the mask of the right one; party 1
 * tells party 0 the result. Components 1 and 2 are drawn. 2 rounds.
 */
final class ParityInjection {
  private static final Ring RING = Ring.Z16;

  private ParityInjection() {}

  static RingShares inject(ThreeParty mpc, long[] ownBits, long[] previousBits, int n) {
    long step = mpc.nextStep();
    long[] own = new long[n];
    long[] previous = new long[n];
    switch (mpc.self()) {
      case 0 -> {
        mpc.drawWithPrevious(step, 0, RING, previous, 0, n);
        long[][] masks = {new long[n], new long[n]};
        mpc.drawWithPrevious(step, 1, RING, masks[0], 0, n);
        mpc.drawWithPrevious(step, 2, RING, masks[1], 0, n);
        long[] chosen = new long[n];
        for (int i = 0; i < n; i++) {
          chosen[i] = masks[bit(ownBits, i)][i];
        }
        mpc.toNext().send(vector(chosen));
        own = elements(mpc, mpc.toNext(), n);
      }
      case 1 -> {
        mpc.drawWithNext(step, 0, RING, own, 0, n);
        long[] mask = elements(mpc, mpc.toPrevious(), n);
        List<NetworkValue> masked = mpc.toNext().receive(Batch.class).values();
        if (masked.size() != 2) {
          throw ParityIris.unexpected(mpc, mpc.toNext(), "2 vectors", masked.size() + " values");
        }
        long[][] candidates = {
          elements(mpc, mpc.toNext(), masked.get(0), n),
          elements(mpc, mpc.toNext(), masked.get(1), n)
        };
        for (int i = 0; i < n; i++) {
          previous[i] = RING.of(candidates[bit(previousBits, i)][i] - mask[i]);
        }
        mpc.toPrevious().send(vector(previous));
      }
      default -> {
        mpc.drawWithNext(step, 0, RING, own, 0, n);
        mpc.drawWithPrevious(step, 0, RING, previous, 0, n);
        long[][] masked = {new long[n], new long[n]};
        for (int choice = 0; choice < 2; choice++) {
          mpc.drawWithNext(step, 1 + choice, RING, masked[choice], 0, n);
          for (int i = 0; i < n; i++) {
            long value = choice ^ bit(ownBits, i) ^ bit(previousBits, i);
            masked[choice][i] = RING.of(masked[choice][i] + value - own[i] - previous[i]);
          }
        }
        mpc.toPrevious().send(new Batch(List.of(vector(masked[0]), vector(masked[1]))));
      }
    }
    return new RingShares(RING, own, previous);
  }

  private static int bit(long[] words, int i) {
    return PackedBits.get(words, i) ? 1 : 0;
  }

  static Ring16Vec vector(long[] elements) {
    short[] out = new short[elements.length];
    for (int i = 0; i < out.length; i++) {
      out[i] = (short) elements[i];
    }
    return new Ring16Vec(out);
  }

  static long[] elements(ThreeParty mpc, Channel from, int n) {
    return elements(mpc, from, from.receive(), n);
  }

  private static long[] elements(ThreeParty mpc, Channel from, NetworkValue value, int n) {
    if (!(value instanceof Ring16Vec vector) || vector.elements().length != n) {
      throw ParityIris.unexpected(mpc, from, n + " elements of Z_2^16", value);
    }
    long[] out = new long[n];
    for (int i = 0; i < n; i++) {
      out[i] = vector.elements()[i] & 0xFFFF;
    }
    return out;
  }
}
