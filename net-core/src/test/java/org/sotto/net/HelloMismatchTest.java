package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sotto.net.Connecting.failure;
import static org.sotto.net.Connecting.get;
import static org.sotto.net.Connecting.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sotto.codec.SottoException;
import org.sotto.codec.TaggedCodec;
import org.sotto.net.SessionOptions.ElementForm;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/** Parties that are set up differently are told at once, at both ends, field by field. */
@Timeout(20)
final class HelloMismatchTest {
  private static final Duration LONG = Duration.ofSeconds(8);
  private static final Duration AT_ONCE = Duration.ofSeconds(2);

  private final PartyTable two = Parties.loopbackTable("alice", "bob");

  private void mismatchAtBothEnds(PartyTable bobs, MeshOptions bobOptions, String... words) {
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(two, 0, within(LONG));
      var bob = connecting.connect(bobs, 1, bobOptions);
      for (CompletableFuture<Mesh> party : List.of(alice, bob)) {
        assertThat(failure(party, AT_ONCE))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContainingAll("expected", "got")
            .hasMessageContainingAll(words);
      }
    }
  }

  @Test
  void differentTablesAreNamedByTheirDigests() {
    Party bob = two.party(1);
    PartyTable other =
        new PartyTable(
            List.of(two.party(0), bob, new Party(2, "charlie", two.party(0).advertised())));
    mismatchAtBothEndsOfTwo(other);
  }

  private void mismatchAtBothEndsOfTwo(PartyTable other) {
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(two, 0, within(LONG));
      var bob = connecting.connect(other, 1, within(LONG));
      assertThat(failure(alice, AT_ONCE))
          .isInstanceOf(HelloMismatchException.class)
          .hasMessageContainingAll("bob (party 1)", "party table digest: expected ");
      assertThat(failure(bob, AT_ONCE))
          .isInstanceOf(HelloMismatchException.class)
          .hasMessageContainingAll("alice (party 0)", "party table digest: expected ");
    }
  }

  @Test
  void differentFrameCapsAreNamed() {
    mismatchAtBothEnds(two, within(LONG).withFrameCap(1 << 20), "frame cap", "1048576", "16777216");
  }

  @Test
  void anotherNameIsNamed() {
    PartyTable renamed =
        new PartyTable(List.of(two.party(0), new Party(1, "mallory", two.party(1).advertised())));
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(two, 0, within(LONG));
      var bob = connecting.connect(renamed, 1, within(LONG));
      assertThat(failure(alice, AT_ONCE))
          .isInstanceOf(HelloMismatchException.class)
          .hasMessageContaining("party name: expected bob, got mallory");
      assertThat(failure(bob, AT_ONCE)).isInstanceOf(HelloMismatchException.class);
    }
  }

  @Test
  void anIdThatTheTableDoesNotHaveIsNamed() {
    Party bob = two.party(1);
    PartyTable three =
        new PartyTable(
            List.of(
                two.party(0),
                new Party(1, "carol", two.party(0).advertised(), bob.bind()),
                new Party(2, "bob", bob.advertised())));
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(two, 0, within(Duration.ofSeconds(2)));
      var stranger = connecting.connect(three, 2, within(LONG));
      assertThat(failure(stranger, AT_ONCE))
          .isInstanceOf(ConnectException.class)
          .hasMessageContainingAll("party id: expected 1 to 1, got 2");
      assertThat(failure(alice, LONG)).isInstanceOf(ConnectException.class);
    }
  }

  @Test
  void aMismatchIsToldThoughAnotherPartyIsMissing() {
    PartyTable three = Parties.loopbackTable("alice", "bob", "charlie");
    PartyTable other =
        new PartyTable(
            List.of(
                three.party(0),
                three.party(1),
                new Party(2, "charles", three.party(2).advertised())));
    try (Connecting connecting = new Connecting()) {
      var alice = connecting.connect(three, 0, within(LONG));
      var charlie = connecting.connect(other, 2, within(LONG));
      for (var party : List.of(alice, charlie)) {
        assertThat(failure(party, AT_ONCE))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContaining("party table digest");
      }
    }
  }

  private void sessionMismatch(Carrier carrier, SessionOptions bobs, String... words) {
    try (Parties parties = carrier.parties(3, within(LONG))) {
      var alice =
          Connecting.start(
              () -> parties.mesh(0).session("s", SessionOptions.defaults().among(0, 1)));
      var bob = Connecting.start(() -> parties.mesh(1).session("s", bobs));
      for (var party : List.of(alice, bob)) {
        assertThat(failure(party, AT_ONCE))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContainingAll("session s#0", "expected", "got")
            .hasMessageContainingAll(words);
      }
      parties.run("still good", session -> session.key());
    }
  }

  @ParameterizedTest
  @EnumSource(Carrier.class)
  void sessionsOpenedDifferentlyAreNamedAtBothEnds(Carrier carrier) {
    SessionOptions options = SessionOptions.defaults().among(0, 1);
    sessionMismatch(
        carrier, options.withCodec(new TaggedCodec()), "codec profile", "'tagged'", "'compact'");
    sessionMismatch(
        carrier, options.withElements(ElementForm.TAGGED), "element form", "'BARE'", "'TAGGED'");
    sessionMismatch(carrier, options.withParameter("k", "16"), "parameter k", "none", "'16'");
    if (carrier == Carrier.SHARED || carrier == Carrier.STRIPED) {
      return; // These carry all sessions in one way.
    }
    sessionMismatch(carrier, options.shared(), "carriage", "shared, 1 to 16 flows", "driven, 1");
    sessionMismatch(carrier, options.withFlows(3), "carriage", "3 to 3 flows");
  }

  @ParameterizedTest
  @EnumSource(Carrier.class)
  void otherMembersAreNamedAtBothEnds(Carrier carrier) {
    try (Parties parties = carrier.parties(3, within(Duration.ofSeconds(3)))) {
      List<CompletableFuture<Session>> opens = new ArrayList<>();
      opens.add(Connecting.start(() -> parties.mesh(0).session("s")));
      opens.add(
          Connecting.start(
              () -> parties.mesh(1).session("s", SessionOptions.defaults().among(0, 1))));
      opens.add(Connecting.start(() -> parties.mesh(2).session("s")));
      for (int id = 0; id < 2; id++) {
        assertThat(failure(opens.get(id), AT_ONCE))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContainingAll("members", "[0, 1, 2]", "[0, 1]");
      }
      assertThat(failure(opens.get(2), LONG)).isInstanceOf(SottoException.class);
    }
  }

  /** The third party agrees with one and differs from the other; nobody waits for the deadline. */
  @ParameterizedTest
  @EnumSource(Carrier.class)
  void aMismatchOfTwoIsToldToTheThird(Carrier carrier) throws Exception {
    for (int odd = 0; odd < 3; odd++) {
      int different = odd;
      try (Parties parties = carrier.parties(3, within(LONG))) {
        List<CompletableFuture<Session>> opens = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
          Mesh mesh = parties.mesh(id);
          SessionOptions options = SessionOptions.defaults();
          SessionOptions mine = id == different ? options.withParameter("k", "16") : options;
          opens.add(Connecting.start(() -> mesh.session("s", mine)));
        }
        for (CompletableFuture<Session> open : opens) {
          // Who found no difference of its own may have got so far as to an open session.
          Throwable told = open.handle((session, e) -> e).get(2, TimeUnit.SECONDS);
          if (told != null) {
            assertThat(told).isInstanceOf(SottoException.class).hasMessageContaining("s#0");
          }
        }
        assertThat(failure(opens.get(different), AT_ONCE))
            .isInstanceOf(HelloMismatchException.class)
            .hasMessageContaining("parameter k");
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Carrier.class)
  void aSessionThatAPeerNeverOpensIsNamed(Carrier carrier) {
    try (Parties parties = carrier.parties(2, within(Duration.ofMillis(600)))) {
      for (int id = 0; id < 2; id++) {
        Mesh mesh = parties.mesh(id);
        String name = "lonely-" + id;
        String peer = id == 0 ? "bob (party 1)" : "alice (party 0)";
        assertThat(failure(Connecting.start(() -> mesh.session(name)), AT_ONCE))
            .isInstanceOf(ConnectException.class)
            .hasMessageContainingAll(name + "#0", peer);
      }
      // Who comes when the other has given up is told so too, at the latest when it first waits
      // (the news may be on its way while the session opens), and the mesh goes on.
      assertThat(failure(Connecting.start(() -> openedAndUsed(parties, 0, "lonely-1")), LONG))
          .isInstanceOf(SottoException.class);
      assertThat(failure(Connecting.start(() -> openedAndUsed(parties, 1, "lonely-0")), LONG))
          .isInstanceOf(SottoException.class);
      parties.run("good", session -> session.key());
    }
  }

  private static Session openedAndUsed(Parties parties, int id, String name) {
    Session session = parties.mesh(id).session(name);
    session.to(1 - id).receiveBytes(1);
    return session;
  }

  @Test
  void settingsThatDoNotFitAHelloAreTheCallersFault() {
    try (Parties parties = Parties.onLoopback(2, within(LONG))) {
      SessionOptions huge = SessionOptions.defaults().withParameter("k", "x".repeat(41_000));
      for (int id = 0; id < 2; id++) {
        Mesh mesh = parties.mesh(id);
        assertThat(failure(Connecting.start(() -> mesh.session("huge", huge)), AT_ONCE))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("40960");
      }
      assertThat(get(Connecting.start(() -> parties.mesh(0).self()))).isZero();
    }
  }
}
