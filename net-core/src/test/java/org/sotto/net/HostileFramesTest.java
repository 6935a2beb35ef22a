package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.SottoException;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.Flows;

/**
 * Whatever bytes a peer sends: an exception of ours that names it, no hang, no memory on credit.
 */
@Timeout(20)
final class HostileFramesTest {
  private static final PartyTable TABLE = PartyTable.named("alice", "mallory", "charlie");
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<HostileFrames.Attack> attacks() {
    return HostileFrames.attacks().stream();
  }

  private static @Nullable Throwable victim(
      byte[] script, MeshOptions options, SessionOptions session, Consumer<Channel> act) {
    ScriptedTransport transport =
        new ScriptedTransport(TABLE, Map.of(1, script, 2, new byte[0]), 1 << 20);
    try (Session open = Mesh.over(transport, options).session("hostile", session.among(0, 1))) {
      Throwable thrown = catchThrowable(() -> act.accept(open.to(1)));
      CostLedgerTest.assertIdentity(open.costs());
      return thrown;
    }
  }

  private static @Nullable Throwable victim(byte[] script, Consumer<Channel> act) {
    return victim(script, MeshOptions.defaults(), SessionOptions.defaults(), act);
  }

  @ParameterizedTest
  @MethodSource("attacks")
  void eachAttackIsNamedAndTakesNoMemory(HostileFrames.Attack attack) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Throwable thrown = victim(attack.bytes(), channel -> channel.receiveBytes(1));
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    assertThat(thrown)
        .isInstanceOf(DesyncException.class)
        .hasMessageContainingAll("mallory (party 1)", "hostile#0", attack.words());
    assertThat(allocated).isLessThan(4 << 20);
    assertThat(victim(attack.bytes(), Channel::receive)).isInstanceOf(SottoException.class);
  }

  @Test
  void aDepthAtTheLimitDoesNotBreakOurOwnCounts() {
    var out = io.netty.buffer.Unpooled.buffer();
    Frame.writeVarint(out, 1 << 2 | Frame.END_DEPTH);
    Frame.writeVarint(out, Frame.MAX_DEPTH);
    out.writeByte(7).writeByte(1 << 2 | Frame.END).writeByte(8);
    byte[] script = Arrays.copyOf(out.array(), out.writerIndex());
    Throwable thrown =
        victim(
            script,
            channel -> {
              assertThat(channel.receiveBytes(1)).containsExactly(7);
              channel.sendBytes(new byte[3]);
              assertThat(channel.receiveBytes(1)).containsExactly(8);
              channel.sendBytes(new byte[3]);
            });
    assertThat(thrown).isNull();
  }

  @Test
  void aMessageCutAtAnyByteIsALostPeer() {
    byte[] whole = new byte[3 + 5 + 2 + 300 + 1 + 3 + 4];
    int at = 0;
    for (int b : new int[] {(3 << 2) | 1, 2, 9, 9, 9, ((300 << 2) & 0x7F) | 0x80, 300 << 2 >> 7}) {
      whole[at++] = (byte) b;
    }
    for (int cut = 0; cut <= 307; cut++) {
      byte[] script = Arrays.copyOf(whole, cut);
      Throwable thrown =
          victim(
              script,
              channel -> {
                channel.receiveBytes(3);
                channel.receiveBytes(300);
              });
      if (cut == 307) {
        assertThat(thrown).isNull();
      } else {
        assertThat(thrown)
            .as("cut at %d", cut)
            .isInstanceOf(PeerLostException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  @Test
  void partsWithoutEndStopAtTheLimit() {
    byte[] script = new byte[4 << 20];
    for (int i = 0; i < script.length; i += 2) {
      script[i] = 1 << 2 | Frame.MORE;
    }
    SessionOptions small = SessionOptions.defaults().withLimits(new DecodeLimits(10_000, 10_000));
    assertThat(victim(script, MeshOptions.defaults(), small, Channel::receive))
        .isInstanceOf(DesyncException.class)
        .hasMessageContaining("at most 10000 bytes");
  }

  @Test
  void anAbortWithARandomPayloadIsADesyncOrAnAbort() {
    SplittableRandom random = OverTransport.seeded();
    for (int i = 0; i < 3000; i++) {
      byte[] payload = TypedMessage.bytes(random, random.nextInt(31));
      if (payload.length > 0) {
        payload[0] = (byte) random.nextInt(3);
      }
      ScriptedTransport transport =
          new ScriptedTransport(
              TABLE,
              Map.of(1, new byte[0], 2, new byte[0]),
              1,
              true,
              new Flows.Aborted(1, payload));
      try (Session session = Mesh.over(transport, MeshOptions.defaults()).session("hostile")) {
        assertThat(catchThrowable(() -> session.to(1).receiveBytes(1)))
            .isInstanceOfAny(DesyncException.class, PartyAbortedException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  @Test
  void randomBytesGiveOurExceptionsOnly() {
    SplittableRandom random = OverTransport.seeded();
    for (int i = 0; i < 30_000; i++) {
      byte[] script = TypedMessage.bytes(random, random.nextInt(60));
      if (i % 2 == 0) {
        for (int j = 0; j < script.length; j += 1 + random.nextInt(3)) {
          script[j] = (byte) ((random.nextInt(8) << 2) | random.nextInt(3));
        }
      }
      int reads = 1 + random.nextInt(6);
      long choices = random.nextLong();
      Throwable thrown =
          victim(
              script,
              channel -> {
                for (int r = 0; r < reads; r++) {
                  receive(channel, (int) (choices >>> (4 * r)) & 15);
                }
              });
      if (thrown != null) {
        assertThat(thrown)
            .isInstanceOf(SottoException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  private static void receive(Channel channel, int choice) {
    switch (choice) {
      case 0, 1, 2, 3 -> channel.receiveBytes(choice);
      case 4 -> channel.receiveBits(3);
      case 5 -> channel.receiveRing16(1);
      case 6 -> channel.receivePacked(5, 1);
      case 7 -> channel.receiveBlocks(1);
      case 8 -> channel.receive(Ring32Vec.class);
      case 9 -> channel.sendBytes(new byte[4]);
      default -> channel.receive();
    }
  }

  @Test
  void aPeerThatRunsTooFarAheadIsStopped() {
    MeshOptions options = MeshOptions.defaults().withFrameCap(1 << 20).withMaxUnread(2 << 20);
    ScriptedTransport transport =
        new ScriptedTransport(TABLE, Map.of(1, new byte[8 << 20], 2, new byte[8 << 20]), 1 << 19);
    try (Session session = Mesh.over(transport, options).session("ahead")) {
      assertThatThrownBy(
              () -> {
                // Reads on from one peer while the other sends and sends.
                while (true) {
                  session.to(2).receiveBytes(0);
                }
              })
          .isInstanceOf(DesyncException.class)
          .hasMessageContainingAll("mallory (party 1)", "at most 2097152 bytes ahead");
    }
  }
}
