package org.sotto.mpc;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.sotto.mpc.prg.Prf;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Session;
import org.sotto.net.memory.MemoryNetwork;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.FlowTotals;
import org.sotto.net.transport.Flows;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.Transport;

/**
 * One run of a protocol with everything that crossed the links: for each ordered pair of parties
 * the payloads of its messages, the PRF keys left out.
 */
final class RecordedRun {
  private final List<List<List<Message>>> messages = new ArrayList<>();

  /** A message's payload, packed as it was sent. */
  record Message(int from, int to, int index, long bits, BitsOf content) {
    @Override
    public String toString() {
      return "message " + index + " from " + from + " to " + to;
    }

    long[] words() {
      return content.words;
    }

    /** The exclusive or of the common beginning of two messages. */
    long[] xor(Message other) {
      long[] out = new long[Math.min(words().length, other.words().length)];
      for (int i = 0; i < out.length; i++) {
        out[i] = words()[i] ^ other.words()[i];
      }
      return out;
    }
  }

  private static final class BitsOf {
    private final long[] words;

    BitsOf(byte[] payload) {
      byte[] padded = Arrays.copyOf(payload, (payload.length + 7) / 8 * 8);
      this.words = new long[padded.length / 8];
      ByteBuffer.wrap(padded).order(java.nio.ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(words);
    }
  }

  private RecordedRun() {}

  private interface Start {
    ThreeParty of(Session session);
  }

  /** With fresh keys. */
  static RecordedRun of(ThreePartyRun.Setup setup, ThreePartyRun.Protocol<Object> protocol) {
    return of(setup, setup::start, true, protocol);
  }

  /** With given keys: party i shares key i with the next. */
  static RecordedRun of(
      ThreePartyRun.Setup setup, List<PrfBytes> keys, ThreePartyRun.Protocol<Object> protocol) {
    return of(
        setup,
        session -> {
          int self = session.self();
          return ThreeParty.withKeys(session, keys.get(self).bytes, keys.get((self + 2) % 3).bytes);
        },
        false,
        protocol);
  }

  /** With given streams: those of i are shared by party i and the next. */
  static RecordedRun withStreams(List<? extends Prf> streams, ThreePartyRun.Protocol<Object> run) {
    return of(
        ThreePartyRun.Setup.BARE,
        session -> {
          int self = session.self();
          return ThreeParty.withStreams(session, streams.get(self), streams.get((self + 2) % 3));
        },
        false,
        run);
  }

  /** A PRF key. */
  static final class PrfBytes {
    private final byte[] bytes = new byte[16];

    PrfBytes(RandomGenerator random) {
      random.nextBytes(bytes);
    }
  }

  private static RecordedRun of(
      ThreePartyRun.Setup setup,
      Start start,
      boolean keysAreSent,
      ThreePartyRun.Protocol<Object> protocol) {
    MemoryNetwork network = new MemoryNetwork(PartyTable.named("a", "b", "c"));
    RecordedRun run = new RecordedRun();
    List<Recorder> recorders = new ArrayList<>();
    List<Callable<Object>> sides = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      Recorder recorder = new Recorder(network.transport(party));
      recorders.add(recorder);
      sides.add(
          () -> {
            try (Mesh mesh = Mesh.over(recorder, MeshOptions.defaults());
                Session session = mesh.session("view", setup.options());
                ThreeParty mpc = start.of(session)) {
              return protocol.run(mpc);
            }
          });
    }
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (Future<Object> side : threads.invokeAll(sides)) {
        side.get();
      }
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException("recorded run failed", e);
    }
    for (int from = 0; from < 3; from++) {
      List<List<Message>> ofSender = new ArrayList<>();
      for (int to = 0; to < 3; to++) {
        List<byte[]> payloads = frames(recorders.get(from).flows.get(to).toByteArray());
        boolean keyFirst = keysAreSent && to == (from + 1) % 3;
        List<Message> ofLink = new ArrayList<>();
        for (int i = keyFirst ? 1 : 0; i < payloads.size(); i++) {
          byte[] payload = payloads.get(i);
          ofLink.add(new Message(from, to, i, 8L * payload.length, new BitsOf(payload)));
        }
        ofSender.add(ofLink);
      }
      run.messages.add(ofSender);
    }
    return run;
  }

  /** All messages that a party received, those of each sender in order. */
  List<Message> receivedBy(int party) {
    List<Message> all = new ArrayList<>();
    messages.forEach(ofSender -> all.addAll(ofSender.get(party)));
    return all;
  }

  /** All messages. */
  List<Message> all() {
    List<Message> all = new ArrayList<>();
    for (int party = 0; party < 3; party++) {
      all.addAll(receivedBy(party));
    }
    return all;
  }

  /** The payloads of a flow's messages; see the frame diagram of sessions. */
  private static List<byte[]> frames(byte[] flow) {
    List<byte[]> payloads = new ArrayList<>();
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    ByteBuffer in = ByteBuffer.wrap(flow);
    while (in.hasRemaining()) {
      long head = varint(in);
      int kind = (int) (head & 3);
      if (kind == 1) {
        long _ = varint(in); // the depth
      }
      byte[] payload = new byte[(int) (head >>> 2)];
      in.get(payload);
      message.writeBytes(payload);
      if (kind < 2) {
        payloads.add(message.toByteArray());
        message.reset();
      }
    }
    return payloads;
  }

  private static long varint(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = in.get();
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        return value;
      }
    }
  }

  /** A transport that keeps what is written to it. */
  private static final class Recorder implements Transport {
    private final Transport transport;
    private final List<ByteArrayOutputStream> flows =
        List.of(
            new ByteArrayOutputStream(), new ByteArrayOutputStream(), new ByteArrayOutputStream());

    Recorder(Transport transport) {
      this.transport = transport;
    }

    @Override
    public PartyTable parties() {
      return transport.parties();
    }

    @Override
    public int self() {
      return transport.self();
    }

    @Override
    public Flows open(SessionSpec spec, Duration deadline) {
      Flows inner = transport.open(spec, deadline);
      return new Flows() {
        @Override
        public int count(int peer) {
          return inner.count(peer);
        }

        @Override
        public int most(int peer) {
          return inner.most(peer);
        }

        @Override
        public void grow(int peer, int wanted) {
          inner.grow(peer, wanted);
        }

        @Override
        public Inbound inbound(int peer, int flow) {
          return inner.inbound(peer, flow);
        }

        @Override
        public void write(int peer, int flow, ByteBuf block, int from, int length) {
          byte[] copy = new byte[length];
          block.getBytes(from, copy);
          flows.get(peer).writeBytes(copy);
          inner.write(peer, flow, block, from, length);
        }

        @Override
        public long pending(int peer, int flow) {
          return inner.pending(peer, flow);
        }

        @Override
        public long load(int peer, int flow) {
          return inner.load(peer, flow);
        }

        @Override
        public boolean full(int peer) {
          return inner.full(peer);
        }

        @Override
        public boolean flushed(int peer) {
          return inner.flushed(peer);
        }

        @Override
        public boolean stranded(int peer) {
          return inner.stranded(peer);
        }

        @Override
        public long nanoTime() {
          return inner.nanoTime();
        }

        @Override
        public void abort(byte[] notice) {
          inner.abort(notice);
        }

        @Override
        public @Nullable Aborted aborted() {
          return inner.aborted();
        }

        @Override
        public void await(long nanos) {
          inner.await(nanos);
        }

        @Override
        public int events() {
          return inner.events();
        }

        @Override
        public FlowTotals totals(int peer) {
          return inner.totals(peer);
        }

        @Override
        public void close() {
          inner.close();
        }
      };
    }

    @Override
    public FlowTotals overhead(int peer) {
      return transport.overhead(peer);
    }

    @Override
    public void close() {
      transport.close();
    }
  }
}
