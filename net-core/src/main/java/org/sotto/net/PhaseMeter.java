package org.sotto.net;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The running counts of one phase, without those of the phases nested in it. */
final class PhaseMeter {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int MESSAGES_SENT = 0;
  private static final int PAYLOAD_SENT = 1;
  private static final int WIRE_SENT = 2;
  private static final int MESSAGES_RECEIVED = 3;
  private static final int PAYLOAD_RECEIVED = 4;
  private static final int WIRE_RECEIVED = 5;
  private static final int COUNTERS = 6;

  private final String name;
  private final @Nullable PhaseMeter parent;
  private final List<Integer> peers;
  private final LongSupplier clock;
  private final long[] counters;
  private final Map<String, PhaseMeter> nested = new LinkedHashMap<>();
  private long waitNanos;
  private long rounds;
  private long wallNanos;
  private long roundsAtStart;
  private long nanosAtStart;
  private long pathHash;

  PhaseMeter(
      String name,
      @Nullable PhaseMeter parent,
      List<Integer> peers,
      int parties,
      LongSupplier clock) {
    this.name = name;
    this.parent = parent;
    this.peers = peers;
    this.clock = clock;
    this.counters = new long[parties * COUNTERS];
  }

  @Nullable PhaseMeter parent() {
    return parent;
  }

  /** The path from below the root: {@code compare/adder}; empty for the root. */
  String path() {
    if (parent == null) {
      return "";
    }
    String above = parent.path();
    return above.isEmpty() ? name : above + "/" + name;
  }

  /** The first 8 bytes, little-endian, of the SHA-256 of the path in UTF-8; made when asked for. */
  long pathHash() {
    if (pathHash == 0) {
      byte[] path = path().getBytes(StandardCharsets.UTF_8);
      pathHash = (long) LONG.get(TranscriptHash.sha256().digest(path), 0);
    }
    return pathHash;
  }

  PhaseMeter enter(String inner, long depth) {
    PhaseMeter meter =
        nested.computeIfAbsent(
            inner, n -> new PhaseMeter(n, this, peers, counters.length / COUNTERS, clock));
    meter.start(depth);
    return meter;
  }

  void start(long depth) {
    roundsAtStart = depth;
    nanosAtStart = clock.getAsLong();
  }

  void stop(long depth) {
    rounds += depth - roundsAtStart;
    wallNanos += clock.getAsLong() - nanosAtStart;
  }

  /**
   * @param messages 1 with the last frame of a message, 0 with those before it
   */
  void sent(int peer, int messages, long payload, long wire) {
    int at = peer * COUNTERS;
    counters[at + MESSAGES_SENT] += messages;
    counters[at + PAYLOAD_SENT] += payload;
    counters[at + WIRE_SENT] += wire;
  }

  void received(int peer, long payload, long wire) {
    int at = peer * COUNTERS;
    counters[at + MESSAGES_RECEIVED]++;
    counters[at + PAYLOAD_RECEIVED] += payload;
    counters[at + WIRE_RECEIVED] += wire;
  }

  void waited(long nanos) {
    waitNanos += nanos;
  }

  /**
   * The inclusive cost.
   *
   * @param open the innermost phase that is running now; it and those around it count up to now
   */
  PhaseCost cost(long depth, PhaseMeter open) {
    List<PhaseCost> inner = new ArrayList<>();
    nested.values().forEach(meter -> inner.add(meter.cost(depth, open)));
    List<LinkCost> links = new ArrayList<>();
    long wait = waitNanos;
    for (int peer : peers) {
      LinkCost sum = own(peer);
      for (PhaseCost phase : inner) {
        sum = sum.plus(phase.link(peer));
      }
      links.add(sum);
    }
    for (PhaseCost phase : inner) {
      wait += phase.waitNanos();
    }
    boolean running = open.isWithin(this);
    return new PhaseCost(
        name,
        rounds + (running ? depth - roundsAtStart : 0),
        wait,
        wallNanos + (running ? clock.getAsLong() - nanosAtStart : 0),
        links,
        inner);
  }

  private boolean isWithin(PhaseMeter outer) {
    for (PhaseMeter at = this; at != null; at = at.parent) {
      if (at == outer) {
        return true;
      }
    }
    return false;
  }

  private LinkCost own(int peer) {
    int at = peer * COUNTERS;
    return new LinkCost(
        peer,
        counters[at + MESSAGES_SENT],
        counters[at + PAYLOAD_SENT],
        counters[at + WIRE_SENT],
        counters[at + MESSAGES_RECEIVED],
        counters[at + PAYLOAD_RECEIVED],
        counters[at + WIRE_RECEIVED]);
  }
}
