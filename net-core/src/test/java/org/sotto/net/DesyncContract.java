package org.sotto.net;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.sotto.codec.Batch;
import org.sotto.codec.Bit;
import org.sotto.codec.BitVec;
import org.sotto.codec.Bytes;
import org.sotto.codec.DecodeLimits;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.TaggedCodec;
import org.sotto.net.SessionOptions.ElementForm;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.SessionFailedException;

/** A receiver that expects something else says so, and so does its sender, both within a second. */
interface DesyncContract extends OverTransport {

  /** What one mistake did at both ends. */
  record Outcome(@Nullable Throwable atReceiver, @Nullable Throwable atSender, long nanos) {}

  private Outcome mistake(SessionOptions options, Consumer<Channel> send, Consumer<Channel> take) {
    try (Parties parties = parties(2)) {
      List<Outcome> outcomes =
          parties.run(
              "mistake",
              options,
              session -> {
                long begin = System.nanoTime();
                Throwable thrown = null;
                try (Phase outer = session.phase("compare");
                    Phase inner = session.phase("msb-" + session.self())) {
                  assertThat(outer).isNotSameAs(inner);
                  if (session.self() == 0) {
                    send.accept(session.to(1));
                    session.to(1).receiveBytes(5);
                  } else {
                    take.accept(session.to(0));
                  }
                } catch (RuntimeException e) {
                  thrown = e;
                }
                long nanos = System.nanoTime() - begin;
                assertThatThrownBy(session::flush).isInstanceOf(SessionFailedException.class);
                return session.self() == 0
                    ? new Outcome(null, thrown, nanos)
                    : new Outcome(thrown, null, nanos);
              });
      return new Outcome(
          outcomes.get(1).atReceiver(),
          outcomes.get(0).atSender(),
          Math.max(outcomes.get(0).nanos(), outcomes.get(1).nanos()));
    }
  }

  private void namedAtBothEnds(Outcome outcome, String... words) {
    assertThat(outcome.atReceiver())
        .isInstanceOfSatisfying(DesyncException.class, e -> assertThat(e.party()).isZero())
        .hasMessageContainingAll("alice (party 0)", "mistake#0", "compare/msb-1", "expected", "got")
        .hasMessageContainingAll(words);
    assertThat(outcome.atSender())
        .isInstanceOfSatisfying(
            PartyAbortedException.class,
            e -> {
              assertThat(e.party()).isEqualTo(1);
              assertThat(e.code()).isEqualTo(AbortCode.DESYNC);
            })
        .hasMessageContainingAll("bob (party 1)", "mistake#0", "compare/msb-0", "compare/msb-1");
    assertThat(outcome.nanos()).isLessThan(SECONDS.toNanos(1));
  }

  @Test
  default void aShorterMessageIsNamedAtBothEnds() {
    namedAtBothEnds(
        mistake(SessionOptions.defaults(), c -> c.sendRing32(new int[3]), c -> c.receiveRing32(4)),
        "Ring32Vec of 16 bytes",
        "12 bytes");
  }

  @Test
  default void aLongerMessageIsNamedAtBothEnds() {
    namedAtBothEnds(
        mistake(
            SessionOptions.defaults(),
            c -> c.sendBytes(new byte[2 << 20]),
            c -> c.receiveBytes(1000)),
        "Bytes of 1000 bytes");
  }

  @Test
  default void aLargeMessageThatEndsEarlyIsNamedAtBothEnds() {
    namedAtBothEnds(
        mistake(
            SessionOptions.defaults(),
            c -> c.sendBytes(new byte[600_000]),
            c -> c.receiveBytes(700_000)),
        "700000 bytes",
        "600000 bytes");
  }

  @Test
  default void setBitsBehindTheLastAreNamedAtBothEnds() {
    namedAtBothEnds(
        mistake(
            SessionOptions.defaults(), c -> c.sendBytes(new byte[] {31}), c -> c.receiveBits(3)),
        "zeros behind its last bit");
  }

  @Test
  default void anotherKindIsNamedAtBothEnds() {
    namedAtBothEnds(
        mistake(
            SessionOptions.defaults(),
            c -> c.send(BitVec.of(true)),
            c -> c.receive(Ring32Vec.class)),
        "a Ring32Vec",
        "a BitVec");
  }

  @Test
  default void anotherKindInPlaceOfABatchIsNamedAtBothEnds() {
    for (boolean taggedProfile : new boolean[] {false, true}) {
      SessionOptions options =
          taggedProfile
              ? SessionOptions.defaults().withCodec(new TaggedCodec())
              : SessionOptions.defaults();
      namedAtBothEnds(
          mistake(options, c -> c.send(new Ring32(7)), c -> c.receive(Batch.class)), "Batch");
    }
  }

  @Test
  default void bytesThatAreNoValueAreNamedAtBothEnds() {
    SessionOptions options = SessionOptions.defaults();
    namedAtBothEnds(
        mistake(options, c -> c.sendBytes(new byte[] {0x7E, 1, 2}), Channel::receive), "value");
    namedAtBothEnds(
        mistake(options, c -> c.sendBytes(new byte[0]), c -> c.receive(Bit.class)), "Bit");
  }

  @Test
  default void taggedElementsOfAnotherCountOrTypeAreNamedAtBothEnds() {
    SessionOptions tagged = SessionOptions.defaults().withElements(ElementForm.TAGGED);
    namedAtBothEnds(
        mistake(tagged, c -> c.sendRing32(new int[3]), c -> c.receiveRing32(4)),
        "Ring32Vec of 4",
        "3");
    namedAtBothEnds(
        mistake(tagged, c -> c.sendRing32(new int[3]), c -> c.receiveRing16(3)),
        "Ring16Vec",
        "Ring32Vec");
  }

  @Test
  default void valuesBeyondTheLimitsAreRefused() {
    SessionOptions small = SessionOptions.defaults().withLimits(new DecodeLimits(1000, 100));
    List<Outcome> outcomes = new ArrayList<>();
    outcomes.add(mistake(small, c -> c.send(new Bytes(new byte[5000])), Channel::receive));
    outcomes.add(mistake(small, c -> c.send(new Bytes(new byte[101])), Channel::receive));
    outcomes.add(
        mistake(small, c -> c.send(new Bytes(new byte[2 << 20])), c -> c.receive(Bytes.class)));
    outcomes.add(
        mistake(small, c -> c.send(new Ring32Vec(new int[101])), c -> c.receive(Ring32Vec.class)));
    outcomes.forEach(outcome -> namedAtBothEnds(outcome, "alice"));
  }

  @Test
  default void aPeerThatClosesTooEarlyIsNamed() {
    try (Parties parties = parties(2)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "early",
                      session -> {
                        if (session.self() == 1) {
                          session.to(0).receiveBits(9);
                        }
                        return session.key();
                      }))
          .isInstanceOf(DesyncException.class)
          .hasMessageContainingAll("alice", "BitVec", "the end of the session");
    }
  }

  @Test
  default void oneSessionsFailureLeavesTheOthersRunning() throws Exception {
    try (Parties parties = parties(2)) {
      var results = new java.util.concurrent.ConcurrentLinkedQueue<String>();
      Thread beside =
          Thread.ofPlatform()
              .start(
                  () ->
                      parties.run(
                          "beside",
                          session -> {
                            for (int i = 0; i < 2000; i++) {
                              session.next().sendRing32(new int[] {i});
                              assertThat(session.next().receiveRing32(1)[0]).isEqualTo(i);
                            }
                            results.add(session.key());
                            return session.key();
                          }));
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(
                () ->
                    parties.run(
                        "failing",
                        session -> {
                          session.next().sendBytes(new byte[session.self()]);
                          return session.next().receiveBytes(7);
                        }))
            .isInstanceOf(DesyncException.class);
      }
      assertThat(beside.join(java.time.Duration.ofSeconds(8))).isTrue();
      assertThat(results).containsExactly("beside#0", "beside#0");
    }
  }
}
