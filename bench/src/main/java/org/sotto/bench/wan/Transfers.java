package org.sotto.bench.wan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.sotto.net.Channel;
import org.sotto.net.Parties;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/**
 * Transfers from party 0 to party 1 in one session. Both run in this JVM and so have one clock: the
 * sender sends the time at which it begins ahead of the messages, and the receiver takes the time
 * of the last byte.
 */
final class Transfers {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;

  private final long bytes;
  private final int messageBytes;
  private final Predicate<List<Double>> more;

  /**
   * @param bytes of a transfer
   * @param messageBytes of each message; the last has the rest
   * @param more whether, after these seconds of each transfer, another one follows
   */
  Transfers(long bytes, int messageBytes, Predicate<List<Double>> more) {
    this.bytes = bytes;
    this.messageBytes = messageBytes;
    this.more = more;
  }

  /** Seconds of each transfer. */
  List<Double> run(Parties parties, String session, SessionOptions options) {
    return parties
        .run(
            session,
            options.among(SENDER, RECEIVER),
            s -> s.self() == SENDER ? send(s) : receive(s))
        .get(RECEIVER);
  }

  private List<Double> send(Session session) {
    Channel to = session.to(RECEIVER);
    long[] message = new long[messageBytes / Long.BYTES];
    while (to.receiveBytes(1)[0] == 1) {
      to.sendRing64(new long[] {System.nanoTime()});
      long left = bytes;
      for (; left >= messageBytes; left -= messageBytes) {
        to.sendRing64(message);
      }
      if (left > 0) {
        to.sendRing64(new long[(int) (left / Long.BYTES)]);
      }
      to.flush();
    }
    return List.of();
  }

  private List<Double> receive(Session session) {
    Channel from = session.to(SENDER);
    long[] message = new long[messageBytes / Long.BYTES];
    List<Double> seconds = new ArrayList<>();
    while (more.test(seconds)) {
      from.sendBytes(new byte[] {1});
      long begin = from.receiveRing64(1)[0];
      long left = bytes;
      for (; left >= messageBytes; left -= messageBytes) {
        message = from.receiveRing64(message);
      }
      if (left > 0) {
        long[] _ = from.receiveRing64((int) (left / Long.BYTES));
      }
      seconds.add((System.nanoTime() - begin) / 1e9);
    }
    from.sendBytes(new byte[] {0});
    from.flush();
    return seconds;
  }
}
