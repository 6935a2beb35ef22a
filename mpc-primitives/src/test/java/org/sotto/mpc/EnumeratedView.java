package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.sotto.mpc.bits.PackedBits;
import org.sotto.mpc.prg.Prf;

/**
 * What one party receives in a run whose lanes enumerate everything that it does not know: all
 * values of the share that it lacks, and all contents of the tape that the other two share. Its own
 * shares and tapes are the same for all lanes of one input. So the multiset of its views must be
 * the same for all secrets: privacy is counted, not sampled.
 */
final class EnumeratedView {
  private static final int MOST_LANES = 1 << 21;

  /** A protocol on replicated values, all lanes with one party in role A. */
  interface Protocol {
    /** Gives what the party learned: an opened bit a lane, or something else. */
    Object run(ThreeParty mpc, RingShares x);
  }

  /** Slices of a stream that a broken protocol would not draw: they are zero. */
  interface Omitted {
    /** Whether a slice is left out. */
    boolean test(long stream, int slice);
  }

  /** The two parties' tape: slice by slice one bit of the lane's number. */
  private static final class Tape implements Prf {
    private final Map<Long, Integer> begins = new HashMap<>();
    private final int element;
    private final int words;
    private final int mostBits;
    private final Omitted omitted;
    private int bits;

    Tape(int element, int words, int mostBits, Omitted omitted) {
      this.element = element;
      this.words = words;
      this.mostBits = mostBits;
      this.omitted = omitted;
    }

    @Override
    public synchronized void fill(long stream, long[] out, int count) {
      Arrays.fill(out, 0, count, 0);
      if (element > 1) {
        fillElements(stream, out);
        return;
      }
      for (int slice = 0; slice < count / words; slice++) {
        if (omitted.test(stream, slice)) {
          continue;
        }
        Integer bit = begins.computeIfAbsent(stream << 16 | slice, _ -> bits++);
        for (int i = 0; i < 64 * words && bit < mostBits; i += 1) {
          if ((i >>> bit & 1) != 0) {
            out[slice * words + (i >>> 6)] |= 1L << i;
          }
        }
      }
    }

    /** Small elements lie four to a word. */
    private void fillElements(long stream, long[] out) {
      int bit = begins.computeIfAbsent(stream, _ -> (bits += element) - element);
      for (int i = 0; i < 64 * words && bit < mostBits; i++) {
        out[i >>> 2] |= (i >>> bit & (1L << element) - 1) << (i % 4 * 16);
      }
    }

    @Override
    public void close() {}
  }

  /** A tape that is known: each slice all zeros or all ones. */
  private static final class Known implements Prf {
    private final int words;
    private final long seed;

    Known(int words, long seed) {
      this.words = words;
      this.seed = seed;
    }

    @Override
    public void fill(long stream, long[] out, int count) {
      for (int i = 0; i < count; i++) {
        long mixed = (stream * 1009 + i / words + seed) * 0x9E3779B97F4A7C15L;
        out[i] = -(mixed >>> 63);
      }
    }

    @Override
    public void close() {}
  }

  private final int width;
  private final int element;
  private final boolean opened;
  private final Protocol protocol;
  private final Omitted omitted;
  private int received;

  /**
   * @param width of the shared values
   * @param element bits of what is drawn and sent for a lane at a time: 1, or up to 16
   * @param opened whether all parties learn the top bit
   */
  EnumeratedView(int width, int element, boolean opened, Protocol protocol, Omitted omitted) {
    this.width = width;
    this.element = element;
    this.opened = opened;
    this.protocol = protocol;
    this.omitted = omitted;
  }

  /** How many inputs of the party see views that depend on the secret. */
  int leaks(int party, RandomGenerator random) {
    int secrets = 1 << width;
    long seed = random.nextLong();
    Tape dry = new Tape(element, 1, 0, omitted);
    RecordedRun _ = run(party, new long[] {0}, 64, 0, dry, seed);
    int tape = Math.max(dry.bits, 6 - width);
    assertThat(tape).as("bits of the hidden tape").isLessThanOrEqualTo(19);
    int most = Math.min(secrets * secrets, Math.max(1, MOST_LANES >> (tape + width)));
    long[] inputs =
        most == secrets * secrets
            ? java.util.stream.LongStream.range(0, most).toArray()
            : random.longs(most, 0, (long) secrets * secrets).toArray();
    int lanes = (inputs.length * secrets) << tape;
    Tape hidden = new Tape(element, lanes / 64, tape, omitted);
    RecordedRun run = run(party, inputs, lanes, tape, hidden, seed);
    assertThat(hidden.bits).isEqualTo(dry.bits);
    long[] views = views(run.receivedBy(party), lanes);
    int leaking = 0;
    for (int i = 0; i < inputs.length; i++) {
      leaking += leaks(views, i, inputs[i], tape) ? 1 : 0;
    }
    return leaking;
  }

  private RecordedRun run(int party, long[] inputs, int lanes, int tape, Tape hidden, long seed) {
    Ring ring = new Ring(width);
    long[][] x = new long[3][lanes];
    for (int i = 0; i < lanes; i++) {
      int secret = i >>> tape & (1 << width) - 1;
      long input = inputs[Math.min(inputs.length - 1, i >>> tape >>> width)];
      x[party][i] = ring.of(input);
      x[(party + 2) % 3][i] = ring.of(input >>> width);
      x[(party + 1) % 3][i] = secret;
    }
    List<Prf> streams = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      streams.add(i == (party + 1) % 3 ? hidden : new Known(lanes / 64, seed + i));
    }
    return RecordedRun.withStreams(
        streams,
        mpc -> protocol.run(mpc, new RingShares(ring, x[mpc.self()], x[(mpc.self() + 2) % 3])));
  }

  /** For each lane the bits that the party received in it, in the order of the messages. */
  private long[] views(List<RecordedRun.Message> messages, int lanes) {
    long[] views = new long[lanes];
    int seen = 0;
    for (RecordedRun.Message message : messages) {
      long each = (long) lanes * element;
      assertThat(message.bits() % each).isZero();
      for (int run = 0; run < message.bits() / each; run++) {
        assertThat(seen).as("bits received in a lane").isLessThanOrEqualTo(64 - element);
        for (int i = 0; i < lanes; i++) {
          long at = ((long) run * lanes + i) * element;
          views[i] |= PackedBits.read(message.words(), at, element) << seen;
        }
        seen += element;
      }
    }
    received += seen;
    return views;
  }

  /** Bits a lane that all parties asked for received. */
  int received() {
    return received;
  }

  private boolean leaks(long[] views, int index, long input, int tape) {
    Map<Long, long[]> first = new HashMap<>();
    Ring ring = new Ring(width);
    for (int secret = 0; secret < 1 << width; secret++) {
      int at = ((index << width) + secret) << tape;
      long[] seen = Arrays.copyOfRange(views, at, at + (1 << tape));
      Arrays.sort(seen);
      long value = ring.of(ring.of(input) + ring.of(input >>> width) + secret);
      long[] others = first.putIfAbsent(opened ? ring.msb(value) : 0, seen);
      if (others != null && !Arrays.equals(others, seen)) {
        return true;
      }
    }
    return false;
  }
}
