package org.sotto.net;

import java.util.List;
import java.util.Optional;

/**
 * What one phase cost, with all that is nested in it. Phases of the same name at the same place are
 * added up.
 *
 * @param name the phase's name; the root is the session itself
 * @param rounds the growth of this party's critical path: messages that had to wait for each other
 * @param waitNanos time spent waiting for peers, in nanoseconds
 * @param wallNanos time between the phase's beginning and end, in nanoseconds
 * @param links one entry for each peer, in the order of their ids
 * @param phases the phases nested in this one, in the order of their first appearance
 */
public record PhaseCost(
    String name,
    long rounds,
    long waitNanos,
    long wallNanos,
    List<LinkCost> links,
    List<PhaseCost> phases) {
  /** Copies the lists. */
  public PhaseCost {
    links = List.copyOf(links);
    phases = List.copyOf(phases);
  }

  /** The sum over all peers. */
  public LinkCost sum() {
    return links.stream().reduce(LinkCost.none(-1), LinkCost::plus);
  }

  /** What went over the link to one peer. */
  public LinkCost link(int peer) {
    return links.stream().filter(l -> l.peer() == peer).findFirst().orElse(LinkCost.none(peer));
  }

  /** A phase nested in this one, by its path: {@code "compare/adder"}. */
  public Optional<PhaseCost> phase(String path) {
    int slash = path.indexOf('/');
    String head = slash < 0 ? path : path.substring(0, slash);
    Optional<PhaseCost> found = phases.stream().filter(p -> p.name().equals(head)).findFirst();
    return slash < 0 ? found : found.flatMap(p -> p.phase(path.substring(slash + 1)));
  }
}
