package org.sotto.mpc;

import org.sotto.mpc.lowround.Slices;

/**
 * The three parts of a step with one referee on some lanes: the holder knows alphas, helper and
 * referee betas; holder and helper send to the referee, masked by what they draw together.
 *
 * @param purpose of the draws within the step; it and the next serve this seat
 */
record Seat(
    ThreeParty mpc, int holder, int helper, int referee, int lanes, long step, int purpose) {
  int words() {
    return (lanes + 63) >>> 6;
  }

  boolean isHolder() {
    return mpc.self() == holder;
  }

  boolean isHelper() {
    return mpc.self() == helper;
  }

  boolean isReferee() {
    return mpc.self() == referee;
  }

  /** Pads of holder and helper, of what is sent. */
  Slices pads(int count) {
    return draw(purpose, count);
  }

  /** Masks of holder and helper, of what the referee learns. */
  Slices masks(int count) {
    return draw(purpose + 1, count);
  }

  private Slices draw(int of, int count) {
    return mpc.drawSlices(isHolder() ? helper : holder, step, of, count, words());
  }

  /** Appends the live bits of slices to the message to the referee. */
  void send(Round round, Slices slices) {
    for (int t = 0; t < slices.count(); t++) {
      round.to(referee).bits(slices.data(), 64L * t * slices.words(), lanes);
    }
  }

  /** At the referee: says that a party owes so many slices. */
  void expect(Round round, int party, int count) {
    round.expect(party, (long) count * lanes);
  }

  /** At the referee: takes slices out of a party's message. */
  Slices receive(Round round, int party, int count) {
    Slices slices = Slices.zeros(count, words());
    for (int t = 0; t < count; t++) {
      round.from(party).bits(slices.data(), 64L * t * slices.words(), lanes);
    }
    return slices;
  }
}
