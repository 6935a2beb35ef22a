package org.sotto.mpc;

import org.sotto.mpc.lowround.Slices;

/**
 * One party's components of replicated slices of bits, as {@link BitShares} has them.
 *
 * @param own component i of party i
 * @param previous component i - 1
 */
record ReplicatedSlices(Slices own, Slices previous) {
  /**
   * From two steps with one holder h: the component of h is the mask of the step whose helper is
   * the next party, that of h - 1 the mask of the other, and that of h + 1 is what is left.
   *
   * @param place this party's, after the holder
   * @param one outputs of the step whose referee is two places after the holder
   * @param other outputs of the step whose referee is next to it
   */
  static ReplicatedSlices of(int place, Slices one, Slices other) {
    return switch (place) {
      case 0 -> new ReplicatedSlices(one, other);
      case 1 -> new ReplicatedSlices(sum(one, other), one);
      default -> new ReplicatedSlices(other, sum(one, other));
    };
  }

  /** This party's part in split form: both components at the holder, the third elsewhere. */
  Slices split(int self, int holder) {
    return switch (Math.floorMod(self - holder, 3)) {
      case 0 -> sum(own, previous);
      case 1 -> own;
      default -> previous;
    };
  }

  private static Slices sum(Slices x, Slices y) {
    Slices sum = new Slices(x.words(), x.data().clone());
    sum.xor(0, y, 0, y.count());
    return sum;
  }
}
