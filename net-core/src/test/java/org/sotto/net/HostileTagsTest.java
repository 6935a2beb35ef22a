package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.codec.SottoException;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.party.PartyTable;

/** Whatever a peer puts in the place of tags and sums: an exception of ours that names it. */
@Timeout(20)
final class HostileTagsTest {
  private static final PartyTable TABLE = PartyTable.named("alice", "mallory");

  /** Plays against given bytes in phase "step", to its end. */
  private static @Nullable Throwable victim(byte[] script, Consumer<Channel> act) {
    ScriptedTransport transport = new ScriptedTransport(TABLE, Map.of(1, script), 1 << 20);
    SessionOptions checked = SessionOptions.defaults().withCheckedTags();
    try (Session session =
        Mesh.over(transport, MeshOptions.defaults()).session("hostile", checked)) {
      Throwable thrown =
          catchThrowable(
              () -> {
                try (Phase _ = session.phase("step")) {
                  act.accept(session.to(1));
                }
              });
      CostLedgerTest.assertIdentity(session.costs());
      return thrown;
    }
  }

  /** What a right peer sends: messages of these lengths, up to 31, and the end of the phase. */
  private static byte[] right(int... lengths) {
    PhaseMeter step = new PhaseMeter("hostile#0", null, List.of(), 2, () -> 0).enter("step", 0);
    TagTrail trail = new TagTrail(() -> Standing.NONE, 1);
    ByteBuf out = Unpooled.buffer();
    for (int length : lengths) {
      out.writeByte(length << 2)
          .writeByte(trail.tagOfSend(step, Form.BYTES, length))
          .writeZero(length);
    }
    long sum = trail.sumAtEnd(step);
    out.writeByte(Frame.PHASE_END).writeByte(trail.tagOfEnd(step)).writeLongLE(sum);
    return Arrays.copyOf(out.array(), out.writerIndex());
  }

  @Test
  void rightTagsPass() {
    assertThat(victim(right(), _ -> {})).isNull();
    assertThat(
            victim(
                right(3, 7),
                channel -> {
                  channel.receiveBytes(3);
                  channel.receiveBytes(7);
                }))
        .isNull();
  }

  @Test
  void everyOtherTagByteIsADesync() {
    byte[] script = right(3);
    for (int change = 1; change < 256; change++) {
      byte[] wrong = script.clone();
      wrong[1] ^= (byte) change;
      assertThat(victim(wrong, channel -> channel.receiveBytes(3)))
          .isInstanceOf(DesyncException.class)
          .hasMessageContainingAll("mallory (party 1)", "message #1 in step", "another phase");
    }
  }

  @Test
  void everyOtherEndOfAPhaseIsADesync() {
    byte[] script = right(3);
    for (int at = 5; at < script.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] wrong = script.clone();
        wrong[at] ^= (byte) (1 << bit);
        Throwable thrown = victim(wrong, channel -> channel.receiveBytes(3));
        assertThat(thrown)
            .as("bit %d of byte %d", bit, at)
            .isInstanceOf(at == 5 ? SottoException.class : DesyncException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  @Test
  void anEndThatSpeaksOfOtherLengthsIsADesync() {
    byte[] script = right(3);
    byte[] other = right(4);
    System.arraycopy(other, other.length - 8, script, script.length - 8, 8);
    assertThat(victim(script, channel -> channel.receiveBytes(3)))
        .isInstanceOf(DesyncException.class)
        .hasMessageContainingAll("mallory (party 1)", "phase step", "other messages");
  }

  @Test
  void aCutAtAnyByteIsALostPeer() {
    byte[] script = right(3);
    for (int cut = 0; cut < script.length; cut++) {
      assertThat(victim(Arrays.copyOf(script, cut), channel -> channel.receiveBytes(3)))
          .as("cut at %d", cut)
          .isInstanceOf(PeerLostException.class);
    }
  }

  @Test
  void theEndOfAPhaseInsideAMessageOrOfAnUncheckedSessionIsAnEmptyPart() {
    byte[] inside = right(3);
    byte[] script = {1 << 2 | Frame.MORE, inside[1], 9, Frame.PHASE_END, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    assertThat(victim(script, channel -> channel.receiveBytes(3)))
        .isInstanceOf(DesyncException.class)
        .hasMessageContaining("an empty one");
  }

  @Test
  void randomBytesGiveOurExceptionsOnly() {
    SplittableRandom random = OverTransport.seeded();
    byte[] right = right(1, 2, 3);
    for (int i = 0; i < 20_000; i++) {
      byte[] script = i % 2 == 0 ? TypedMessage.bytes(random, random.nextInt(40)) : right.clone();
      for (int changes = random.nextInt(3); changes > 0 && script.length > 0; changes--) {
        script[random.nextInt(script.length)] = (byte) random.nextInt();
      }
      Throwable thrown =
          victim(
              script,
              channel -> {
                channel.receiveBytes(1);
                channel.receiveBytes(2);
                channel.receiveBytes(3);
              });
      if (thrown != null) {
        assertThat(thrown)
            .isInstanceOf(SottoException.class)
            .hasMessageContaining("mallory (party 1)");
      }
    }
  }

  @Test
  void whatOneTagMissesByChanceTheNextOnesFind() {
    PhaseMeter root = new PhaseMeter("chance#0", null, List.of(), 2, () -> 0);
    int foundAtOnce = 0;
    for (int i = 0; i < 2000; i++) {
      TagTrail here = new TagTrail(() -> Standing.NONE, 1);
      TagTrail there = new TagTrail(() -> Standing.NONE, 1);
      // One message in different phases; then they are in step again, and go on differing.
      boolean found =
          here.tagOfSend(root.enter("a" + i, 0), Form.BYTES, 4)
              != there.tagOfReceive(root.enter("b" + i, 0));
      foundAtOnce += found ? 1 : 0;
      int more = 0;
      for (int m = 0; m < 8; m++) {
        more += here.tagOfSend(root, Form.BYTES, 4) != there.tagOfReceive(root) ? 1 : 0;
      }
      assertThat(more).isPositive();
      assertThat(here.sumAtEnd(root)).isNotEqualTo(sumExpected(there, root));
    }
    assertThat(foundAtOnce).isBetween(1970, 1999);
  }

  private static long sumExpected(TagTrail trail, PhaseMeter phase) {
    trail.sumAtEnd(phase);
    return trail.sumExpected();
  }
}
