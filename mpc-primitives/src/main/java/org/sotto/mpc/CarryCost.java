package org.sotto.mpc;

import java.util.List;
import org.sotto.mpc.MessagePlan.Exchange;
import org.sotto.mpc.lowround.ChainPlan;
import org.sotto.mpc.lowround.ChainPlan.Output;
import org.sotto.mpc.lowround.ChainPlan.Roles;

/** What signs and carries send, by strategy; the parts that the formulas of comparisons share. */
final class CarryCost {
  private final MessagePlan plan;
  private final Strategy strategy;

  CarryCost(MessagePlan plan, Strategy strategy) {
    this.plan = plan;
    this.strategy = strategy;
  }

  /** Opened signs of values in two-addend form. */
  void open(RoleTurns turns, int width) {
    plan.compute(turns.lanes() * strategy.nanosPerLane(width));
    if (turns.lanes() == 0) {
      return;
    }
    if (isAdder()) {
      adder(turns, width - 1, width - 1, false);
      plan.add(new Exchange().toBoth(turns.lanes()));
      return;
    }
    ChainPlan chain = ChainPlan.signWithin(width, Math.max(2, strategy.rounds()), Output.OPEN);
    if (chain.nodesReplicated()) {
      Exchange first = new Exchange();
      step(first, turns, chain, 0, new Roles(0, 1, 2), true);
      step(first, turns, chain, 0, new Roles(0, 2, 1), true);
      plan.add(first);
      Exchange second = new Exchange();
      for (int holder = 0; holder < 3; holder++) {
        RoleTurns all = RoleTurns.fixed(turns.lanes(), holder);
        step(second, all, chain, 1, new Roles(0, 1, 2), true);
      }
      plan.add(second);
      return;
    }
    chain(turns, chain, true);
    int referee = chain.roles().getLast().referee();
    plan.add(
        new Exchange()
            .roles(turns, referee, (referee + 1) % 3, 1)
            .roles(turns, referee, (referee + 2) % 3, 1));
  }

  /** Opened signs of replicated values. */
  void openReplicated(int n, int width) {
    if (n == 0) {
      return; // Nor do the parties take a turn.
    }
    if (strategy.rounds() != 1) {
      open(plan.nextTurns(n), width);
      return;
    }
    plan.compute(n * strategy.nanosPerLane(width));
    ChainPlan chain = ChainPlan.sign(width, 1, Output.OPEN);
    Exchange all = new Exchange();
    for (int holder = 0; holder < 3; holder++) {
      step(all, RoleTurns.fixed(n, holder), chain, 0, new Roles(0, 1, 2), true);
    }
    plan.add(all);
  }

  /** Signs as replicated bits. */
  void replicated(RoleTurns turns, int width) {
    plan.compute(turns.lanes() * strategy.nanosPerLane(width));
    if (turns.lanes() == 0) {
      return;
    }
    if (isAdder()) {
      adder(turns, width, width - 1, true);
      return;
    }
    ChainPlan chain = ChainPlan.signWithin(width, strategy.rounds(), Output.REPLICATED);
    int last = chain.layers().size();
    for (int i = 0; i < last; i++) {
      Exchange exchange = new Exchange();
      step(exchange, turns, chain, i, chain.roles().get(i), true);
      plan.add(exchange);
    }
    Roles roles = chain.roles().get(last);
    Exchange exchange = new Exchange();
    step(exchange, turns, chain, last, roles, true);
    step(exchange, turns, chain, last, roles.swapped(), true);
    plan.add(exchange);
  }

  /** Signs in split form; gives the roles with the new holder as A. */
  RoleTurns split(RoleTurns turns, int width) {
    plan.compute(turns.lanes() * strategy.nanosPerLane(width));
    if (turns.lanes() == 0) {
      return turns;
    }
    if (isAdder()) {
      adder(turns, width - 1, width - 1, true);
      return turns;
    }
    return chain(turns, ChainPlan.signWithin(width, unannounced(), Output.SPLIT), true);
  }

  /** Carries in split form; likewise. */
  RoleTurns carry(RoleTurns turns, int width) {
    plan.compute(turns.lanes() * strategy.nanosPerLane(width));
    if (isAdder()) {
      adder(turns, width, width, true);
      return turns;
    }
    return chain(turns, ChainPlan.carry(width, unannounced()), false);
  }

  private int unannounced() {
    return Math.max(1, strategy.rounds() - 1);
  }

  private boolean isAdder() {
    return strategy.rounds() == 0;
  }

  /** A's bits, then the ANDs of a fold; the last one too if it is not fused with an opening. */
  private void adder(RoleTurns turns, int shared, int maps, boolean whole) {
    plan.add(new Exchange().roles(turns, 0, 2, shared));
    Adder adder = strategy == Strategy.RIPPLE ? Adder.RIPPLE : Adder.PREFIX;
    int[] layers = adder.andsPerRound(maps);
    for (int i = 0; i < layers.length - (whole ? 0 : 1); i++) {
      plan.ring((long) layers[i] * turns.lanes());
    }
  }

  private RoleTurns chain(RoleTurns turns, ChainPlan chain, boolean sign) {
    List<Roles> roles = chain.roles();
    for (int i = 0; i < roles.size(); i++) {
      Exchange exchange = new Exchange();
      step(exchange, turns, chain, i, roles.get(i), sign);
      plan.add(exchange);
    }
    return turns.turned(roles.getLast().referee());
  }

  /** The holder sends a bit for each product, the helper one for each output; or both a matrix. */
  private static void step(
      Exchange exchange, RoleTurns turns, ChainPlan chain, int layer, Roles roles, boolean sign) {
    boolean bare = layer == 0;
    boolean last = layer == chain.layers().size();
    long held = 0;
    long helped = 0;
    if (last && chain.isDeterminant()) {
      long size = chain.lastMaps() + 1L - chain.corner();
      helped = size * (size + 1) / 2;
      held = helped + (chain.corner() == 0 ? 0 : 2 * products(chain.corner(), true, bare));
    } else {
      List<Integer> groups = last ? List.of(chain.lastMaps()) : chain.layers().get(layer);
      for (int i = 0; i < groups.size(); i++) {
        held += products(groups.get(i), i == 0, bare);
        helped += i == 0 ? 1 : 2;
      }
      held += sign && bare && !chain.endsAtFirstHolder() ? 1 : 0;
    }
    exchange.roles(turns, roles.holder(), roles.referee(), held);
    exchange.roles(turns, roles.helper(), roles.referee(), helped);
  }

  private static long products(int maps, boolean leaf, boolean bare) {
    long sets = 1L << maps;
    return sets - 1 + (bare ? 0 : leaf ? sets : sets / 2);
  }
}
