package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.mpc.lowround.Group;
import org.sotto.mpc.lowround.Group.Factors;
import org.sotto.mpc.lowround.Links;
import org.sotto.mpc.lowround.Slices;

/**
 * Composes groups of maps: for each product u the holder sends u ^ s to the referee, for each
 * output the helper sends the sum of s v, xored with the output's mask; the referee adds (u ^ s) v
 * and what it knows itself. An oblivious evaluation of a polynomial by three parties; our own
 * arrangement, argued in docs/low-round-comparison.md.
 *
 * <p>To the referee all u ^ s are uniform, s being drawn by the other two; the helper's message is
 * masked, or follows from the output that the referee is to learn.
 */
final class GroupStep implements RefereeStep {
  private final Seat seat;
  private final List<Group> groups;
  private final Links mine;
  private final @Nullable Slices extra;
  private final int products;
  private Slices outputs;

  /**
   * @param extra at the holder the last group's extra bit, where it has one
   * @param masked whether the referee is not to learn the outputs
   */
  GroupStep(Seat seat, List<Group> groups, Links mine, @Nullable Slices extra, boolean masked) {
    this.seat = seat;
    this.groups = groups;
    this.mine = mine;
    this.extra = extra;
    this.products = groups.stream().mapToInt(Group::products).sum();
    int count = groups.stream().mapToInt(Group::outputs).sum();
    this.outputs =
        masked && !seat.isReferee() ? seat.masks(count) : Slices.zeros(count, seat.words());
  }

  @Override
  public void write(Round round) {
    if (seat.isHolder()) {
      seat.send(round, paddedProducts());
    } else if (seat.isHelper()) {
      Slices sums = Slices.zeros(outputs.count(), seat.words());
      sums.xor(0, outputs, 0, outputs.count());
      combine(seat.pads(products), sums, false);
      seat.send(round, sums);
    } else {
      seat.expect(round, seat.holder(), products);
      seat.expect(round, seat.helper(), outputs.count());
    }
  }

  private Slices paddedProducts() {
    Slices out = Slices.zeros(products, seat.words());
    int at = 0;
    for (Group group : groups) {
      group.products(mine, out, at);
      at += group.products();
    }
    if (extra != null) {
      out.copy(products - 1, extra, 0);
    }
    out.xor(0, seat.pads(products), 0, products);
    return out;
  }

  @Override
  public void read(Round round) {
    if (seat.isReferee()) {
      Slices padded = seat.receive(round, seat.holder(), products);
      outputs = seat.receive(round, seat.helper(), outputs.count());
      combine(padded, outputs, true);
    }
  }

  /** Xors the sums of x_u v_u onto the outputs, and the free terms at the referee. */
  private void combine(Slices x, Slices onto, boolean free) {
    int at = 0;
    int output = 0;
    for (Group group : groups) {
      Factors factors = group.factors(mine);
      factors.addValue(x, at, onto, output);
      if (free) {
        factors.addFreeValue(onto, output);
      }
      if (group.outputs() == 2) {
        factors.addMultiplier(x, at, onto, output + 1);
        if (free) {
          factors.addFreeMultiplier(onto, output + 1);
        }
      }
      at += group.products();
      output += group.outputs();
    }
  }

  @Override
  public Slices outputs() {
    return outputs;
  }

  /** What this party has of the composed chain, after masked outputs of a leaf and more groups. */
  Links composed() {
    return composed(outputs, groups.size() - 1);
  }

  /** The value of the lowest group, then D and P of each other, as a chain. */
  static Links composed(Slices outputs, int maps) {
    Slices leaf = Slices.zeros(1, outputs.words());
    Slices p = Slices.zeros(maps, outputs.words());
    Slices d = Slices.zeros(maps, outputs.words());
    leaf.copy(0, outputs, 0);
    for (int t = 0; t < maps; t++) {
      d.copy(t, outputs, 1 + 2 * t);
      p.copy(t, outputs, 2 + 2 * t);
    }
    return new Links(p, d, leaf);
  }

  /** Groups of the given sizes, lowest first, the lowest with the leaf. */
  static List<Group> groups(List<Integer> sizes, boolean bare, boolean extra) {
    List<Group> groups = new ArrayList<>();
    int first = 0;
    for (int i = 0; i < sizes.size(); i++) {
      boolean last = i == sizes.size() - 1;
      groups.add(new Group(first, sizes.get(i), i == 0, bare, extra && last));
      first += sizes.get(i);
    }
    return groups;
  }
}
