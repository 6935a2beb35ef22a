package org.sotto.mpc;

/**
 * Who plays role A for which lanes of a batch, in steps whose three roles differ: A, B = the next
 * party and C = the one after. From {@link #LEAST_BATCH} lanes up the batch is cut in thirds and
 * each party is A once, so all send alike; below, one party is A for all lanes and the role turns
 * with a public counter.
 */
final class RoleTurns {
  /** The smallest batch that is cut in thirds. */
  static final int LEAST_BATCH = 64;

  private final int lanes;
  private final int segments;
  private final long turn;

  RoleTurns(int lanes, long turn) {
    this(lanes, lanes < LEAST_BATCH ? 1 : 3, turn);
  }

  private RoleTurns(int lanes, int segments, long turn) {
    this.lanes = lanes;
    this.segments = segments;
    this.turn = turn;
  }

  /** One party is A for all lanes. */
  static RoleTurns fixed(int lanes, int a) {
    return new RoleTurns(lanes, 1, a);
  }

  /** The same segments, each with the party {@code places} after as A. */
  RoleTurns turned(int places) {
    return new RoleTurns(lanes, segments, turn + places);
  }

  int lanes() {
    return lanes;
  }

  /** How many segments the batch is cut into. */
  int segments() {
    return segments;
  }

  /** The first lane of a segment; for {@code segments()} the number of lanes. */
  int from(int segment) {
    return segments == 1 ? segment * lanes : (int) ((long) lanes * segment / 3);
  }

  int to(int segment) {
    return from(segment + 1);
  }

  /** How many lanes a segment has. */
  int size(int segment) {
    return to(segment) - from(segment);
  }

  /** The party that plays A in a segment. */
  int a(int segment) {
    return (int) ((turn + segment) % 3);
  }

  /** The role of a party in a segment: 0 for A, 1 for B, 2 for C. */
  int role(int segment, int party) {
    return (party - a(segment) + 3) % 3;
  }

  /** How many lanes a party plays a role in. */
  int lanesOf(int role, int party) {
    int count = 0;
    for (int s = 0; s < segments(); s++) {
      count += role(s, party) == role ? to(s) - from(s) : 0;
    }
    return count;
  }
}
