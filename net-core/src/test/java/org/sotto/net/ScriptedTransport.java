package org.sotto.net;

import io.netty.buffer.ByteBuf;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * A transport whose peers have sent given bytes, arriving a few at a time, and then ended.
 *
 * @param inOrder whether they closed, and not just stopped
 * @param aborted what the first of them said beside its bytes, once these are read
 */
record ScriptedTransport(
    PartyTable parties,
    Map<Integer, byte[]> scripts,
    int step,
    boolean inOrder,
    Flows.@Nullable Aborted aborted)
    implements Transport {
  ScriptedTransport(PartyTable parties, Map<Integer, byte[]> scripts, int step) {
    this(parties, scripts, step, false, null);
  }

  @Override
  public FlowTotals overhead(int peer) {
    return new FlowTotals(0, 0, 0, 0);
  }

  @Override
  public int self() {
    return 0;
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    Script[] inbound = new Script[parties.size()];
    scripts.forEach((peer, bytes) -> inbound[peer] = new Script(bytes, inOrder));
    return new Flows() {
      private long sent;

      @Override
      public int count(int peer) {
        return 1;
      }

      @Override
      public int most(int peer) {
        return 1;
      }

      @Override
      public void grow(int peer, int wanted) {
        // One is all.
      }

      @Override
      public Inbound inbound(int peer, int flow) {
        return inbound[peer];
      }

      @Override
      public void write(int peer, int flow, ByteBuf block, int from, int length) {
        sent += length;
      }

      @Override
      public long pending(int peer, int flow) {
        return 0;
      }

      @Override
      public long load(int peer, int flow) {
        return 0;
      }

      @Override
      public boolean full(int peer) {
        return false;
      }

      @Override
      public boolean flushed(int peer) {
        return true;
      }

      @Override
      public boolean stranded(int peer) {
        return false;
      }

      @Override
      public long nanoTime() {
        return System.nanoTime();
      }

      @Override
      public void abort(byte[] notice) {
        // Nobody hears it.
      }

      @Override
      public @Nullable Aborted aborted() {
        return aborted == null || inbound[1].readable() > 0 ? null : aborted;
      }

      @Override
      public void await(long nanos) {
        scripts.keySet().forEach(peer -> inbound[peer].more(step));
      }

      @Override
      public int events() {
        int ended = aborted == null ? 0 : 1;
        for (int peer : scripts.keySet()) {
          ended += inbound[peer].ended() ? 1 : 0;
        }
        return ended;
      }

      @Override
      public FlowTotals totals(int peer) {
        return new FlowTotals(sent, inbound[peer].arrived(), 0, 0);
      }

      @Override
      public void close() {
        // Nothing to end.
      }
    };
  }

  @Override
  public void close() {
    // Nothing to end.
  }

  private static final class Script implements Inbound {
    private final byte[] bytes;
    private int arrived;
    private int taken;
    private boolean ended;
    private final boolean inOrder;

    Script(byte[] bytes, boolean inOrder) {
      this.bytes = bytes;
      this.inOrder = inOrder;
    }

    void more(int step) {
      ended = arrived == bytes.length;
      arrived = (int) Math.min(bytes.length, (long) arrived + step);
    }

    @Override
    public long readable() {
      return (long) arrived - taken;
    }

    @Override
    public long arrived() {
      return arrived;
    }

    @Override
    public byte readByte() {
      return bytes[taken++];
    }

    @Override
    public void read(MemorySegment target, long offset, long count) {
      MemorySegment.copy(MemorySegment.ofArray(bytes), taken, target, offset, count);
      taken += (int) count;
    }

    @Override
    public boolean ended() {
      return ended;
    }

    @Override
    public @Nullable Throwable failure() {
      return ended && !inOrder ? new java.io.EOFException("the script is over") : null;
    }
  }
}
