package org.sotto.net;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/** A transport whose peers have sent given bytes, arriving a few at a time, and then ended. */
record ScriptedTransport(PartyTable parties, Map<Integer, byte[]> scripts, int step)
    implements Transport {
  @Override
  public int self() {
    return 0;
  }

  @Override
  public Flows open(SessionSpec spec, Duration deadline) {
    Script[] inbound = new Script[parties.size()];
    scripts.forEach((peer, bytes) -> inbound[peer] = new Script(bytes));
    return new Flows() {
      private long sent;

      @Override
      public Inbound inbound(int peer) {
        return inbound[peer];
      }

      @Override
      public void write(int peer, ByteBuffer bytes) {
        sent += bytes.remaining();
      }

      @Override
      public boolean writing(int peer) {
        return false;
      }

      @Override
      public void await(long nanos) {
        scripts.keySet().forEach(peer -> inbound[peer].more(step));
      }

      @Override
      public int ended() {
        int ended = 0;
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

    Script(byte[] bytes) {
      this.bytes = bytes;
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
    public byte peek(long offset) {
      return bytes[taken + Math.toIntExact(offset)];
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
      return null;
    }
  }
}
