package org.sotto.mpc;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.BitVec;
import org.sotto.mpc.bits.BitReader;
import org.sotto.mpc.bits.BitWriter;

/**
 * One exchange of messages: at most one to each neighbour, live bits only, rounded up to whole
 * bytes once a message; nothing empty is sent. Each party writes its two messages, names how many
 * bits it is owed, and reads them.
 */
final class Round {
  private final ThreeParty mpc;
  private final BitWriter toNext = new BitWriter();
  private final BitWriter toPrevious = new BitWriter();
  private @Nullable BitReader fromNext;
  private @Nullable BitReader fromPrevious;
  private long owedFromNext;
  private long owedFromPrevious;

  Round(ThreeParty mpc) {
    this.mpc = mpc;
  }

  BitWriter toNext() {
    return toNext;
  }

  BitWriter toPrevious() {
    return toPrevious;
  }

  /** The message to a party by its place. */
  BitWriter to(int party) {
    return mpc.isNext(party) ? toNext : toPrevious;
  }

  /** Says that a party owes so many bits more. */
  void expect(int party, long bits) {
    if (mpc.isNext(party)) {
      owedFromNext += bits;
    } else {
      owedFromPrevious += bits;
    }
  }

  /** Sends what was written and waits for what was expected. */
  void exchange() {
    exchange(owedFromNext, owedFromPrevious);
  }

  /** The message from a party by its place. */
  BitReader from(int party) {
    return got(mpc.isNext(party) ? fromNext : fromPrevious);
  }

  /** Sends what was written and waits for what is owed. */
  void exchange(long bitsFromNext, long bitsFromPrevious) {
    if (toNext.size() > 0) {
      mpc.toNext().sendBits(toNext.message());
    }
    if (toPrevious.size() > 0) {
      mpc.toPrevious().sendBits(toPrevious.message());
    }
    mpc.session().flush();
    fromPrevious =
        new BitReader(
            bitsFromPrevious == 0
                ? new BitVec(0, new long[0])
                : mpc.toPrevious().receiveBits(Math.toIntExact(bitsFromPrevious)));
    fromNext =
        new BitReader(
            bitsFromNext == 0
                ? new BitVec(0, new long[0])
                : mpc.toNext().receiveBits(Math.toIntExact(bitsFromNext)));
  }

  BitReader fromNext() {
    return got(fromNext);
  }

  BitReader fromPrevious() {
    return got(fromPrevious);
  }

  private static BitReader got(@Nullable BitReader reader) {
    if (reader == null) {
      throw new IllegalStateException("a round is read after its exchange");
    }
    return reader;
  }
}
