package org.sotto.mpc;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.lowround.ChainPlan;
import org.sotto.mpc.lowround.ChainPlan.Output;
import org.sotto.mpc.lowround.ChainPlan.Roles;
import org.sotto.mpc.lowround.Determinant;
import org.sotto.mpc.lowround.Group;
import org.sotto.mpc.lowround.Slices;

/**
 * Signs and carries in a given number of rounds, by layers of a {@link ChainPlan}: the two-addend
 * form makes the carry a chain of affine maps that are linear in bits of one holder and bits of
 * both others; each layer composes groups of them into a shorter chain in the same form with
 * another holder, and the last one applies what is left to the leaf.
 *
 * <p>Our own construction; semi-honest, one corrupted party, links confidential also towards the
 * third party. The argument, message by message, is in docs/low-round-comparison.md. Leaks the bits
 * that are opened and nothing else.
 */
final class ChainCarry implements CarryProtocol {
  private final ThreeParty mpc;
  private final int rounds;

  /**
   * @param rounds at most, to an opened bit with its announcement or to replicated ones; a split
   *     bit is there a round before
   */
  ChainCarry(ThreeParty mpc, int rounds) {
    this.mpc = mpc;
    this.rounds = rounds;
  }

  @Override
  public BitVec open(RingShares x) {
    return rounds == 1
        ? openAtOnce(x, ChainPlan.sign(x.ring().bits(), 1, Output.OPEN))
        : open(SplitShares.of(x, mpc.self(), mpc.nextTurns(x.size())));
  }

  /** In no fewer than 2 rounds: a value in two-addend form has one referee alone. */
  @Override
  public BitVec open(SplitShares x) {
    return open(x, ChainPlan.signWithin(x.ring().bits(), Math.max(rounds, 2), Output.OPEN));
  }

  BitVec open(SplitShares x, ChainPlan plan) {
    return plan.nodesReplicated() ? openByAll(x, plan) : openByOne(x, plan);
  }

  /** Each party is the referee of all lanes, in the split whose a it knows. */
  BitVec openAtOnce(RingShares x, ChainPlan plan) {
    Roles roles = plan.roles().getFirst();
    long step = mpc.nextStep("open in one round", x.ring().bits(), x.size());
    List<RefereeStep> steps = new ArrayList<>();
    for (int a = 0; a < 3; a++) {
      SplitShares split = SplitShares.of(x, mpc.self(), RoleTurns.fixed(x.size(), a));
      ChainSegment at = ChainSegment.of(split, mpc.self(), true).getFirst();
      steps.add(step(plan, 0, at, at.seat(mpc, roles, step, a), false));
    }
    exchange(steps);
    long[] opened = PackedBits.zeros(x.size());
    Slices bit = steps.get(Math.floorMod(mpc.self() - roles.referee(), 3)).outputs();
    PackedBits.copy(bit.data(), 0, opened, 0, x.size());
    return new BitVec(x.size(), opened);
  }

  /** One referee learns the bit and tells both others. */
  private BitVec openByOne(SplitShares x, ChainPlan plan) {
    List<ChainSegment> segments = throughLayers(ChainSegment.of(x, mpc.self(), true), plan);
    int last = plan.layers().size();
    int place = plan.roles().get(last).referee();
    List<RefereeStep> steps = stepsOf(segments, plan, last, false);
    exchange(steps);
    Round round = mpc.round();
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment at = segments.get(i);
      int referee = at.party(place);
      if (mpc.self() == referee) {
        Slices bit = steps.get(i).outputs();
        if (plan.endsAtFirstHolder() && at.top() != null) {
          bit.xor(0, at.top(), 0);
        }
        round.toNext().bits(bit.data(), 0, at.lanes());
        round.toPrevious().bits(bit.data(), 0, at.lanes());
      } else {
        round.expect(referee, at.lanes());
      }
    }
    round.exchange();
    long[] opened = PackedBits.zeros(x.size());
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment at = segments.get(i);
      int referee = at.party(place);
      if (mpc.self() == referee) {
        PackedBits.copy(steps.get(i).outputs().data(), 0, opened, at.from(), at.lanes());
      } else {
        round.from(referee).bits(opened, at.from(), at.lanes());
      }
    }
    return new BitVec(x.size(), opened);
  }

  /** Two rounds: nodes become replicated, and every party is a referee of the rest. */
  private BitVec openByAll(SplitShares x, ChainPlan plan) {
    List<ChainSegment> segments = ChainSegment.of(x, mpc.self(), true);
    List<ReplicatedSlices> nodes = replicated(segments, plan, 0);
    Roles roles = new Roles(0, 1, 2);
    long step = mpc.nextStep("open by all", plan.lastMaps(), x.size());
    List<RefereeStep> steps = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment of = segments.get(i);
      for (int holder = 0; holder < 3; holder++) {
        Slices part = nodes.get(i).split(mpc.self(), holder);
        ChainSegment at =
            new ChainSegment(
                of.from(), of.lanes(), holder, GroupStep.composed(part, plan.lastMaps()), of.top());
        steps.add(step(plan, 1, at, at.seat(mpc, roles, step, steps.size()), false));
      }
    }
    exchange(steps);
    long[] opened = PackedBits.zeros(x.size());
    int mine = (mpc.self() + 1) % 3; // the holder whose referee this party is
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment at = segments.get(i);
      PackedBits.copy(steps.get(3 * i + mine).outputs().data(), 0, opened, at.from(), at.lanes());
    }
    return new BitVec(x.size(), opened);
  }

  @Override
  public BitShares replicated(SplitShares x) {
    return replicated(x, ChainPlan.signWithin(x.ring().bits(), rounds, Output.REPLICATED));
  }

  BitShares replicated(SplitShares x, ChainPlan plan) {
    List<ChainSegment> segments = throughLayers(ChainSegment.of(x, mpc.self(), true), plan);
    List<ReplicatedSlices> bits = replicated(segments, plan, plan.layers().size());
    BitShares result = BitShares.zeros(x.size());
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment at = segments.get(i);
      PackedBits.copy(bits.get(i).own().data(), 0, result.own(), at.from(), at.lanes());
      PackedBits.copy(bits.get(i).previous().data(), 0, result.previous(), at.from(), at.lanes());
    }
    return result;
  }

  @Override
  public SplitBits split(SplitShares x) {
    return split(x, ChainPlan.signWithin(x.ring().bits(), unannounced(), Output.SPLIT), true);
  }

  @Override
  public SplitBits carry(SplitShares x) {
    return split(x, ChainPlan.carry(x.ring().bits(), unannounced()), false);
  }

  /** A split bit needs no announcement. */
  private int unannounced() {
    return Math.max(1, rounds - 1);
  }

  SplitBits split(SplitShares x, ChainPlan plan, boolean sign) {
    List<ChainSegment> segments = throughLayers(ChainSegment.of(x, mpc.self(), sign), plan);
    int last = plan.layers().size();
    List<RefereeStep> steps = stepsOf(segments, plan, last, true);
    exchange(steps);
    long[] mine = PackedBits.zeros(x.size());
    for (int i = 0; i < segments.size(); i++) {
      ChainSegment at = segments.get(i);
      PackedBits.copy(steps.get(i).outputs().data(), 0, mine, at.from(), at.lanes());
    }
    return new SplitBits(x.turns().turned(plan.roles().get(last).referee()), mine);
  }

  private List<ChainSegment> throughLayers(List<ChainSegment> segments, ChainPlan plan) {
    List<ChainSegment> at = segments;
    for (int i = 0; i < plan.layers().size(); i++) {
      List<RefereeStep> steps = stepsOf(at, plan, i, true);
      exchange(steps);
      List<ChainSegment> composed = new ArrayList<>();
      for (int s = 0; s < at.size(); s++) {
        Slices outputs = steps.get(s).outputs();
        composed.add(at.get(s).with(GroupStep.composed(outputs, plan.layers().get(i).size() - 1)));
      }
      at = composed;
    }
    return at;
  }

  /** A layer with two referees, whose outputs become replicated. */
  private List<ReplicatedSlices> replicated(
      List<ChainSegment> segments, ChainPlan plan, int layer) {
    int holder = plan.roles().get(layer).holder();
    Roles third = new Roles(holder, (holder + 1) % 3, (holder + 2) % 3);
    long step = mpc.nextStep("replicated layer", layer, plan.lastMaps());
    List<RefereeStep> steps = new ArrayList<>();
    for (ChainSegment at : segments) {
      for (Roles of : List.of(third, third.swapped())) {
        steps.add(step(plan, layer, at, at.seat(mpc, of, step, steps.size()), true));
      }
    }
    exchange(steps);
    List<ReplicatedSlices> shares = new ArrayList<>();
    for (int i = 0; i < segments.size(); i++) {
      int place = Math.floorMod(mpc.self() - segments.get(i).party(holder), 3);
      shares.add(
          ReplicatedSlices.of(place, steps.get(2 * i).outputs(), steps.get(2 * i + 1).outputs()));
    }
    return shares;
  }

  private List<RefereeStep> stepsOf(
      List<ChainSegment> segments, ChainPlan plan, int layer, boolean masked) {
    Roles roles = plan.roles().get(layer);
    long step = mpc.nextStep(masked ? "layer" : "opened layer", layer, plan.lastMaps());
    List<RefereeStep> steps = new ArrayList<>();
    for (ChainSegment at : segments) {
      steps.add(step(plan, layer, at, at.seat(mpc, roles, step, steps.size()), masked));
    }
    return steps;
  }

  private static RefereeStep step(
      ChainPlan plan, int layer, ChainSegment at, Seat seat, boolean masked) {
    boolean bare = layer == 0;
    @Nullable Slices top = bare && !plan.endsAtFirstHolder() ? at.top() : null;
    if (layer == plan.layers().size() && plan.isDeterminant()) {
      Determinant determinant = new Determinant(plan.lastMaps(), plan.corner(), bare);
      return new DeterminantStep(seat, determinant, at.links(), top, masked);
    }
    List<Integer> sizes =
        layer == plan.layers().size() ? List.of(plan.lastMaps()) : plan.layers().get(layer);
    List<Group> groups = GroupStep.groups(sizes, bare, top != null);
    return new GroupStep(seat, groups, at.links(), top, masked);
  }

  private void exchange(List<RefereeStep> steps) {
    Round round = mpc.round();
    steps.forEach(step -> step.write(round));
    round.exchange();
    steps.forEach(step -> step.read(round));
  }
}
