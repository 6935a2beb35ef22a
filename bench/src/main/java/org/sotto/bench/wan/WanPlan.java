package org.sotto.bench.wan;

import java.util.List;
import java.util.stream.IntStream;
import org.sotto.bench.output.ByteSize;
import org.sotto.net.SessionOptions;
import org.sotto.net.link.LinkProfile;

/**
 * What is measured.
 *
 * @param link the emulated link between each two parties
 * @param bytes of one transfer
 * @param flows the fixed flow counts
 * @param mostTransfers the most transfers that the automatic count gets to settle in
 * @param messages the message sizes in bytes
 * @param rounds how many rounds
 * @param pings how many round trips of the session beside bulk
 */
public record WanPlan(
    LinkProfile link,
    long bytes,
    List<Integer> flows,
    int mostTransfers,
    List<Integer> messages,
    int rounds,
    int pings) {
  /** The largest message of a transfer. */
  static final int MOST_MESSAGE = 16 << 20;

  /** Bytes of a message of a round. */
  static final int ROUND_BYTES = 64;

  private static final int LEAST_MESSAGE = 1 << 10;
  private static final long LEAST_BYTES = 64 << 10;
  private static final long MOST_BYTES = 16L << 30;

  /** Refuses transfers that are too small to say anything, or no whole KiB. */
  public WanPlan {
    if (bytes < LEAST_BYTES || bytes > MOST_BYTES || bytes % LEAST_MESSAGE != 0) {
      throw new IllegalArgumentException(
          "--bytes: expected whole KiB, "
              + ByteSize.text(LEAST_BYTES)
              + " to "
              + ByteSize.text(MOST_BYTES)
              + ", got "
              + ByteSize.text(bytes));
    }
    flows = List.copyOf(flows);
    messages = List.copyOf(messages);
  }

  /** All sizes and counts. */
  public static WanPlan full(LinkProfile link, long bytes) {
    return new WanPlan(link, bytes, List.of(1, 2, 4, 8, 16), 12, sizes(2, bytes), 100, 100);
  }

  /** Fewer of them, to see that all runs. */
  public static WanPlan quick(LinkProfile link, long bytes) {
    return new WanPlan(link, bytes, List.of(1, 4), 3, sizes(10, bytes), 20, 20);
  }

  /** 1 KiB to 16 MiB, each a power of two above the last, none above the transfer. */
  private static List<Integer> sizes(int powers, long bytes) {
    return IntStream.iterate(10, power -> power <= 24, power -> power + powers)
        .mapToObj(power -> 1 << power)
        .filter(size -> size <= bytes)
        .toList();
  }

  /** How many flows the link can use by its figures alone: shared rate over the rate of one. */
  int flowsByFigures() {
    long most = link.mostFlowRate();
    return Math.clamp((link.rate() + most - 1) / most, 1, SessionOptions.MOST_FLOWS);
  }
}
