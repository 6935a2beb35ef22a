package org.sotto.mpc;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.mpc.bits.BitSlices;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.lowround.ChainPlan.Roles;
import org.sotto.mpc.lowround.Links;
import org.sotto.mpc.lowround.Slices;

/**
 * Lanes whose chain has the same first holder, and this party's part of it.
 *
 * @param from the first lane
 * @param lanes how many
 * @param a the party that knows c
 * @param links this party's part
 * @param top the top bit of c at that party, zero elsewhere; null if the chain is for a carry
 */
record ChainSegment(int from, int lanes, int a, Links links, @Nullable Slices top) {
  /** The chains of a + c up to its top bit, or out of it. */
  static List<ChainSegment> of(SplitShares x, int self, boolean sign) {
    RoleTurns turns = x.turns();
    int width = x.ring().bits();
    int maps = sign ? width - 1 : width;
    List<ChainSegment> segments = new ArrayList<>();
    for (int s = 0; s < turns.segments(); s++) {
      int words = PackedBits.words(turns.size(s));
      Slices bits =
          new Slices(words, BitSlices.padded(x.mine(), turns.from(s), turns.to(s), width));
      Slices p = new Slices(words, Arrays.copyOf(bits.data(), maps * words));
      Slices top = sign ? Slices.zeros(1, words) : null;
      boolean holder = turns.a(s) == self;
      if (holder && top != null) {
        top.copy(0, bits, width - 1);
      }
      Links links = holder ? new Links(p, null, null) : betas(p, bits);
      segments.add(new ChainSegment(turns.from(s), turns.size(s), turns.a(s), links, top));
    }
    return segments;
  }

  private static Links betas(Slices p, Slices bits) {
    Slices d = new Slices(p.words(), p.data().clone());
    d.xor(0, bits, 1, Math.min(p.count(), bits.count() - 1));
    Slices leaf = Slices.zeros(1, p.words());
    leaf.copy(0, bits, 0);
    return new Links(p, d, leaf);
  }

  ChainSegment with(Links composed) {
    return new ChainSegment(from, lanes, a, composed, top);
  }

  /** The party in a place after the one that knows c. */
  int party(int place) {
    return (a + place) % 3;
  }

  /**
   * The seat of a step.
   *
   * @param index of the step in its round
   */
  Seat seat(ThreeParty mpc, Roles roles, long step, int index) {
    return new Seat(
        mpc,
        party(roles.holder()),
        party(roles.helper()),
        party(roles.referee()),
        lanes,
        step,
        2 * index);
  }
}
