package org.sotto.net.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sotto.codec.SottoException;
import org.sotto.net.error.RecordingException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.Inbound;
import org.sotto.net.transport.SessionSpec;
import org.sotto.net.transport.SessionSpec.Carriage;

/** What is no whole recording is refused with what was expected and what was met. */
@Timeout(60)
final class RecordingReaderTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int INPUTS = 3_000;
  private static final int MOST_ALLOCATED = 256 << 10;
  private static final PartyTable TABLE = PartyTable.named("alice", "bob", "charlie");
  private static final SessionSpec SPEC =
      new SessionSpec(
          "mul",
          0,
          List.of(0, 1, 2),
          new TreeMap<>(java.util.Map.of("codec profile", "COMPACT", "parameter k", "12")),
          new Carriage(false, 2, 4));

  /** Magic, version, digest and self. */
  private static final int BEFORE_SESSION = 8 + 1 + 32 + 1;

  @TempDir Path directory;
  private Path file;
  private byte[] good;

  @BeforeEach
  void record() throws IOException {
    List<Spread> spreads = List.of(new Spread(0, 0), new Spread(2, 4), new Spread(2, 4));
    RecordingWriter writer = RecordingWriter.create(directory, TABLE, 0, SPEC, spreads);
    byte[] payload = new byte[20_000];
    new SplittableRandom(7).nextBytes(payload);
    writer.sent(1, 0, Unpooled.wrappedBuffer(payload), 0, 300);
    writer.received(2, 0, (byte) 5);
    writer.received(2, 0, MemorySegment.ofArray(payload), 0, 200);
    writer.sent(1, 1, Unpooled.wrappedBuffer(payload), 0, payload.length);
    writer.ended(2, true);
    writer.aborted(1, new byte[] {1, 2, 3});
    writer.close(false);
    file = RecordingFiles.of(directory, 0, "mul#0");
    good = Files.readAllBytes(file);
  }

  private void write(byte[] bytes) {
    try {
      Files.write(file, bytes);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private RecordingReader open(byte[] bytes) {
    write(bytes);
    return RecordingReader.open(file, TABLE, 0);
  }

  private void refused(byte[] bytes, String... words) {
    assertThatThrownBy(() -> open(bytes).close())
        .isInstanceOf(RecordingException.class)
        .hasMessageContainingAll("expected", "got")
        .hasMessageContainingAll(words);
  }

  private byte[] with(int at, int value) {
    byte[] bytes = good.clone();
    bytes[at] = (byte) value;
    return bytes;
  }

  @Test
  void whatWasWrittenIsReadBack() {
    try (RecordingReader reader = open(good)) {
      assertThat(reader.spec()).isEqualTo(SPEC);
      assertThat(reader.last()).isEqualTo(RecordKind.GAVE_UP);
      assertThat(reader.hasEnded(2)).isTrue();
      assertThat(reader.hasLost(1)).isFalse();
      assertThat(reader.aborted()).isNotNull();
      assertThat(new RecordedBytes(reader, RecordKind.SENT, 1, 0).left()).isEqualTo(300);
      assertThat(new RecordedBytes(reader, RecordKind.SENT, 1, 1).left()).isEqualTo(20_000);
      assertThat(new RecordedBytes(reader, RecordKind.RECEIVED, 2, 0).left()).isEqualTo(201);
      assertThat(new RecordedBytes(reader, RecordKind.RECEIVED, 1, 0).left()).isZero();
    }
  }

  @Test
  void noPartOfARecordingPassesForOne() {
    for (int length = 0; length < good.length; length += length < 1000 ? 1 : 97) {
      refused(Arrays.copyOf(good, length), "byte");
    }
    refused(Arrays.copyOf(good, good.length + 1), "nothing behind the last record", "1 bytes");
  }

  @Test
  void eachFieldIsNamed() {
    refused("GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII), "magic");
    refused(with(8, 2), "version 1", "version 2");
    refused(with(20, good[20] ^ 1), "table digest");
    refused(with(BEFORE_SESSION - 1, 1), "party 0", "party 1");
    refused(with(BEFORE_SESSION, 100), "recording");
    int records;
    try (RecordingReader reader = open(good)) {
      records = Math.toIntExact(reader.records());
    }
    refused(with(records, 99), "a record of a known kind", "kind 99");
    refused(with(records + 1, 0), "members", "party 0");
    refused(with(records + 1, 3), "members", "party 3");
    refused(with(records + 2, 4), "a flow of 0 to 3", "4");
    byte[] overlong = good.clone();
    Arrays.fill(overlong, records + 3, records + 8, (byte) 0xFF);
    refused(overlong, "a length");
    overlong[records + 7] = 7;
    refused(overlong, "1 to 8192 bytes", "2147483647");
  }

  @Test
  void anyOtherBytesEndInATypedErrorAndTakeLittleMemory() {
    long seed = Long.getLong("sotto.seed", System.nanoTime());
    System.out.println("seed: -Dsotto.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    byte[] small = smaller();
    int accepted = 0;
    for (int i = 0; i < INPUTS; i++) {
      byte[] bytes = mutated(small, random);
      write(bytes);
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try (ReplayFlows flows = new ReplayFlows(RecordingReader.open(file, TABLE, 0), TABLE)) {
        accepted++;
        drain(flows);
        flows.abort(new byte[0]);
      } catch (SottoException e) {
        assertThat(e.getMessage()).contains("expected");
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", input " + i, e);
      }
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("seed %d, input %d", seed, i)
          .isLessThan(MOST_ALLOCATED);
    }
    System.out.println(accepted + " of " + INPUTS + " mutants pass for recordings");
    assertThat(accepted).isPositive();
  }

  private byte[] smaller() {
    List<Spread> spreads = List.of(new Spread(0, 0), new Spread(2, 4), new Spread(2, 4));
    Path elsewhere = directory.resolve("small");
    RecordingWriter writer = RecordingWriter.create(elsewhere, TABLE, 0, SPEC, spreads);
    writer.sent(1, 0, Unpooled.wrappedBuffer(new byte[50]), 0, 50);
    writer.received(2, 0, (byte) 5);
    writer.received(1, 1, MemorySegment.ofArray(new byte[50]), 0, 50);
    writer.ended(2, true);
    writer.aborted(1, new byte[] {1, 2, 3});
    writer.close(true);
    try {
      return Files.readAllBytes(RecordingFiles.of(elsewhere, 0, "mul#0"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static byte[] mutated(byte[] from, SplittableRandom random) {
    byte[] bytes = from.clone();
    for (int changes = random.nextInt(1, 5); changes > 0; changes--) {
      int at = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : late(bytes, random);
      switch (random.nextInt(3)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        default -> bytes[at] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt(8));
      }
    }
    return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
  }

  private static int late(byte[] bytes, SplittableRandom random) {
    return random.nextInt(BEFORE_SESSION, bytes.length);
  }

  private static void drain(ReplayFlows flows) {
    for (int peer = 0; peer < TABLE.size(); peer++) {
      for (int flow = 0; flow < flows.most(peer); flow++) {
        Inbound in = flows.inbound(peer, flow);
        while (in.readable() > 0) {
          in.readByte();
        }
      }
    }
  }
}
