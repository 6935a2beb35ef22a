package org.sotto.net;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.Ring32;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.error.PartyAbortedException;

/** With checked tags, members that are not in step say so, each with what both have seen. */
@ParameterizedClass
@EnumSource(Carrier.class)
@Timeout(20)
record CheckedTagsTest(Carrier carrier) {
  private static final SessionOptions CHECKED = SessionOptions.defaults().withCheckedTags();
  private static final int PHASE_ENDS = 3;

  /** Three outermost phases, nested ones, messages outside of phases; 11 messages to each peer. */
  private static CostLedger play(Session session) {
    roundTrips(session, 2);
    for (int i = 0; i < PHASE_ENDS; i++) {
      try (Phase _ = session.phase("step-" + i % 2)) {
        roundTrips(session, 1);
        try (Phase _ = session.phase("inner")) {
          roundTrips(session, 2);
        }
      }
    }
    CostLedgerTest.assertIdentity(session.costs());
    return session.costs();
  }

  private static void roundTrips(Session session, int rounds) {
    for (int i = 0; i < rounds; i++) {
      for (int peer : session.peers()) {
        session.to(peer).sendBytes(new byte[20 * i + session.self()]);
        session.to(peer).send(new Ring32(peer));
      }
      for (int peer : session.peers()) {
        session.to(peer).receiveBytes(20 * i + peer);
        session.to(peer).receive(Ring32.class);
      }
    }
  }

  @Test
  void equalTagsCostOneByteAMessageAndNoRound() {
    try (Parties parties = carrier.parties(3)) {
      List<CostLedger> without = parties.run("plain", CheckedTagsTest::play);
      List<CostLedger> with = parties.run("checked", CHECKED, CheckedTagsTest::play);
      for (int id = 0; id < 3; id++) {
        CostLedger plain = without.get(id);
        CostLedger checked = with.get(id);
        assertThat(checked.rounds()).isEqualTo(plain.rounds()).isEqualTo(11);
        assertLinks(plain.total(), checked.total());
        for (String phase : List.of("step-0", "step-0/inner", "step-1", "step-1/inner")) {
          PhaseCost before = plain.total().phase(phase).orElseThrow();
          PhaseCost after = checked.total().phase(phase).orElseThrow();
          assertThat(after.rounds()).isEqualTo(before.rounds());
          assertLinks(before, after);
        }
        for (int i = 0; i < 2; i++) {
          SocketCost socket = checked.sockets().get(i);
          assertThat(socket.unread()).isZero();
          assertThat(socket.overheadSent()).isGreaterThanOrEqualTo(ends());
          if (carrier != Carrier.SHARED) { // There, overhead has the headers of runs in it.
            assertThat(socket.overheadSent() - plain.sockets().get(i).overheadSent())
                .isEqualTo(ends());
            assertThat(socket.overheadReceived() - plain.sockets().get(i).overheadReceived())
                .isEqualTo(ends());
          }
        }
      }
    }
  }

  private static long ends() {
    return 10L * PHASE_ENDS;
  }

  private static void assertLinks(PhaseCost plain, PhaseCost checked) {
    for (LinkCost link : plain.links()) {
      assertThat(checked.link(link.peer()))
          .isEqualTo(
              new LinkCost(
                  link.peer(),
                  link.messagesSent(),
                  link.payloadSent(),
                  link.wireSent() + link.messagesSent(),
                  link.messagesReceived(),
                  link.payloadReceived(),
                  link.wireReceived() + link.messagesReceived()));
    }
  }

  @Test
  void largeMessagesCarryOneTagEach() {
    try (Parties parties = carrier.parties(2)) {
      List<Long> wires =
          parties.run(
              "large",
              CHECKED,
              session -> {
                try (Phase _ = session.phase("bulk")) {
                  for (int size : new int[] {262_144, 262_145, 3_000_000}) {
                    byte[] bytes = ByteStreams.message(session.self(), size, size);
                    session.next().sendBytes(bytes);
                    byte[] got = session.next().receiveBytes(size);
                    assertThat(got).isEqualTo(ByteStreams.message(1 - session.self(), size, size));
                  }
                }
                CostLedgerTest.assertIdentity(session.costs());
                return session.costs().sum().wireSent();
              });
      long payload = 262_144 + 262_145 + 3_000_000;
      assertThat(wires).allSatisfy(wire -> assertThat(wire - payload).isBetween(40L, 100L));
    }
  }

  /** What a member ran into. */
  private record Outcome(@Nullable Throwable thrown) {}

  /** What each of two members does, and what it ran into. */
  private List<Outcome> mistake(Consumer<Session> alice, Consumer<Session> bob) {
    try (Parties parties = carrier.parties(2)) {
      return parties.run(
          "mistake",
          CHECKED,
          session -> {
            long begin = System.nanoTime();
            try {
              (session.self() == 0 ? alice : bob).accept(session);
              return new Outcome(null);
            } catch (RuntimeException e) {
              CostLedgerTest.assertIdentity(session.costs());
              assertThat(System.nanoTime() - begin).isLessThan(SECONDS.toNanos(4));
              return new Outcome(e);
            }
          });
    }
  }

  private static void desyncAtBothEnds(List<Outcome> thrown, String... words) {
    for (int id = 0; id < 2; id++) {
      int peer = 1 - id;
      assertThat(thrown.get(id).thrown())
          .isInstanceOfSatisfying(DesyncException.class, e -> assertThat(e.party()).isEqualTo(peer))
          .hasMessageContainingAll(id == 0 ? "bob (party 1)" : "alice (party 0)", "mistake#0")
          .hasMessageContainingAll(words)
          .hasMessageNotContaining("no account came");
    }
  }

  private static Consumer<Session> within(String phase, Consumer<Session> act) {
    return session -> {
      try (Phase _ = session.phase(phase)) {
        act.accept(session);
      }
    };
  }

  @Test
  void differentPhasesAreNamedAtBothEnds() {
    desyncAtBothEnds(
        mistake(
            within(
                "compare",
                within(
                    "msb",
                    session -> {
                      session.next().sendBytes(new byte[12]);
                      session.next().receiveBytes(1);
                    })),
            within("compare", within("carry", session -> session.next().receiveBytes(12)))),
        "compare/msb",
        "compare/carry",
        "message #1",
        "sent #1 in compare/msb, 12 bytes");
  }

  @Test
  void whatWentWellBeforeIsTold() {
    Consumer<Session> well =
        session -> {
          session.next().sendBytes(new byte[3]);
          session.next().receiveBytes(3);
        };
    desyncAtBothEnds(
        mistake(
            within("one", well.andThen(well)).andThen(within("two", well)),
            within("one", well.andThen(well)).andThen(within("other", well))),
        "in two",
        "in other",
        "received #2 in one, 3 bytes");
  }

  @Test
  void aLargeMessageOfAnotherPhaseIsNamedAtBothEnds() {
    desyncAtBothEnds(
        mistake(
            within("tables", session -> session.next().sendBytes(new byte[40 << 20])),
            within("wires", session -> session.next().receiveBytes(40 << 20))),
        "in tables",
        "in wires",
        "41943040 bytes");
  }

  @Test
  void phasesWithoutMessagesAreComparedAtTheirEnd() {
    desyncAtBothEnds(
        mistake(within("local", _ -> {}), within("offline", _ -> {})),
        "local",
        "offline",
        "no message");
  }

  @Test
  void aMessageThatNobodyReceivedIsFoundAtTheEndOfItsPhase() {
    desyncAtBothEnds(
        mistake(
            within(
                "share",
                session -> {
                  session.next().sendBytes(new byte[5]);
                  session.next().sendBytes(new byte[6]);
                }),
            within("share", session -> session.next().receiveBytes(5))),
        "the end of the phase share behind 1 messages",
        "a message of 6 bytes",
        "sent #2 in share, 6 bytes");
  }

  @Test
  void aMessageThatNobodySendsIsFoundAtTheEndOfItsPhase() {
    desyncAtBothEnds(
        mistake(
            within("share", session -> session.next().sendBytes(new byte[5])),
            within(
                "share",
                session -> {
                  session.next().receiveBytes(5);
                  session.next().receiveBytes(6);
                })),
        "message #2 in share",
        "the end of a phase",
        "received #1 in share, 5 bytes");
  }

  @Test
  void elementsOfAnotherWidthAreFoundAtTheEndOfTheirPhase() {
    desyncAtBothEnds(
        mistake(
            within("share", session -> session.next().sendRing32(new int[4])),
            within("share", session -> session.next().receiveRing64(2))),
        "one behind other messages",
        "sent #1 in share, 16 bytes as RING32",
        "received #1 in share, 16 bytes as RING64");
  }

  @Test
  void aLengthOtherThanExpectedIsADesyncAsEver() {
    List<Outcome> thrown =
        mistake(
            within("share", session -> session.next().sendBytes(new byte[5])),
            within("share", session -> session.next().receiveBytes(6)));
    assertThat(thrown.get(1).thrown())
        .isInstanceOf(DesyncException.class)
        .hasMessageContainingAll("6 bytes", "5 bytes", "phase share");
    assertThat(thrown.get(0).thrown()).isInstanceOf(PartyAbortedException.class);
  }

  @Test
  void theThirdMemberIsToldWhoDiffers() {
    try (Parties parties = carrier.parties(3)) {
      List<Outcome> thrown =
          parties.run(
              "mistake",
              CHECKED,
              session -> {
                try (Phase _ = session.phase(session.self() == 0 ? "left" : "right")) {
                  if (session.self() == 0) {
                    session.to(1).sendBytes(new byte[4]);
                    session.to(1).receiveBytes(1);
                  } else if (session.self() == 1) {
                    session.to(0).receiveBytes(4);
                  } else {
                    session.to(1).receiveBytes(1);
                  }
                  return new Outcome(null);
                } catch (RuntimeException e) {
                  return new Outcome(e);
                }
              });
      desyncAtBothEnds(thrown, "left", "right");
      assertThat(thrown.get(2).thrown())
          .isInstanceOfSatisfying(
              PartyAbortedException.class, e -> assertThat(e.code()).isEqualTo(AbortCode.DIVERGED))
          .hasMessageMatching(".*(party 1 with party 0|party 0 with party 1).*");
    }
  }

  @Test
  void whoDoesNotCheckIsNamedWhenTheSessionOpens() {
    try (Parties parties = carrier.parties(2)) {
      var alice = Connecting.start(() -> parties.mesh(0).session("setting", CHECKED).isOpen());
      var bob = Connecting.start(() -> parties.mesh(1).session("setting").isOpen());
      for (var party : List.of(alice, bob)) {
        assertThat(Connecting.failure(party, java.time.Duration.ofSeconds(5)))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContainingAll("checked tags", "'on'", "none");
      }
    }
  }

  @Test
  void anApplicationsOwnFailureInsideAPhaseStaysTheCause() {
    try (Parties parties = carrier.parties(2)) {
      assertThatThrownBy(
              () ->
                  parties.run(
                      "own",
                      CHECKED,
                      session -> {
                        try (Phase _ = session.phase("work")) {
                          if (session.self() == 0) {
                            throw new ArithmeticException("of the application");
                          }
                          return session.next().receiveBytes(4);
                        }
                      }))
          .isInstanceOf(ArithmeticException.class)
          .hasMessage("of the application");
    }
  }
}
