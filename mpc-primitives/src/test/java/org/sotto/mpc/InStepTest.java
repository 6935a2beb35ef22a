package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.codec.SottoException;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.Phase;
import org.sotto.net.SessionOptions;
import org.sotto.net.error.AbortCode;
import org.sotto.net.error.DesyncException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.SessionTimeoutException;

/** In sessions with checked tags, a party that does something else than its peers has no result. */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@Timeout(60)
record InStepTest(boolean overTcp) {
  private static final SessionOptions CHECKED = SessionOptions.defaults().withCheckedTags();

  /** What one party does; the odd one has something else than the others. */
  interface Act {
    void run(ThreeParty mpc, boolean odd);
  }

  /** How a party can be out of step where the bytes have the same lengths. */
  enum Mistake {
    BATCH((mpc, odd) -> new Binary(mpc).and(zeroBits(odd ? 5 : 6), zeroBits(odd ? 5 : 6))),
    BATCH_OPENED((mpc, odd) -> new Binary(mpc).open(zeroBits(odd ? 60 : 63))),
    RING((mpc, odd) -> new Arithmetic(mpc).open(odd ? zeros(Ring.Z64, 50) : zeros(Ring.Z32, 100))),
    OWNER((mpc, odd) -> new Arithmetic(mpc).input(Ring.Z32, odd ? 0 : 1, new long[3])),
    RECEIVER((mpc, odd) -> new Arithmetic(mpc).openTo(odd ? 0 : 1, zeros(Ring.Z32, 9))),
    OPERATION(
        (mpc, odd) -> {
          Arithmetic ring = new Arithmetic(mpc);
          if (odd) {
            ring.open(zeros(Ring.Z32, 9));
          } else {
            ring.multiply(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
          }
        }),
    STRATEGY(
        (mpc, odd) ->
            new Comparison(mpc, odd ? Strategy.PREFIX : Strategy.RIPPLE)
                .openLessThan(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9))),
    ROLES(
        (mpc, odd) -> {
          if (odd) {
            mpc.nextTurns(9);
          }
          new Comparison(mpc, Strategy.CHAIN).openLessThan(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
        }),
    STEPS(
        (mpc, odd) -> {
          if (odd) {
            mpc.nextStep();
          }
          new Arithmetic(mpc).multiply(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
        }),
    PHASE(
        (mpc, odd) -> {
          try (Phase _ = mpc.session().phase(odd ? "left" : "right")) {
            new Arithmetic(mpc).multiply(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
          }
        });

    @SuppressWarnings("ImmutableEnumChecker") // the lambdas hold nothing
    private final Act act;

    Mistake(Act act) {
      this.act = act;
    }
  }

  private static RingShares zeros(Ring ring, int n) {
    return new RingShares(ring, new long[n], new long[n]);
  }

  private static BitShares zeroBits(int n) {
    return new BitShares(n, new long[1], new long[1]);
  }

  private record Outcome(@Nullable SottoException thrown) {}

  private List<Outcome> outcomes(Act act, int odd) {
    MeshOptions options = MeshOptions.defaults().withProgressTimeout(Duration.ofSeconds(3));
    try (Parties parties =
        overTcp ? Parties.onLoopback(3, options) : Parties.inMemory(3, options)) {
      return parties.run(
          "in-step",
          CHECKED,
          session -> {
            try (ThreeParty mpc = ThreeParty.setUp(session)) {
              try (Phase _ = session.phase("work")) {
                act.run(mpc, session.self() == odd);
              }
              try (Phase _ = session.phase("after")) {
                new Arithmetic(mpc).multiply(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
              }
              return new Outcome(null);
            } catch (SottoException e) {
              return new Outcome(e);
            }
          });
    }
  }

  /**
   * Found with the first message of the step. Roles that have turned apart can leave all three
   * waiting for each other; that ends at the progress deadline.
   */
  @ParameterizedTest
  @EnumSource(Mistake.class)
  void whoIsOutOfStepIsFoundByAll(Mistake mistake) {
    for (int odd = 0; odd < 3; odd++) {
      List<Outcome> outcomes = outcomes(mistake.act, odd);
      assertThat(outcomes)
          .as("%s, odd one is party %d", mistake, odd)
          .allSatisfy(o -> assertThat(o.thrown()).isNotNull().satisfies(e -> fits(mistake, e)));
    }
  }

  private static void fits(Mistake mistake, SottoException e) {
    if (e instanceof PartyAbortedException aborted) {
      assertThat(aborted.code())
          .isIn(AbortCode.DIVERGED, mistake == Mistake.ROLES ? AbortCode.TIMEOUT : null);
    } else if (!(mistake == Mistake.ROLES && e instanceof SessionTimeoutException)) {
      assertThat(e).isInstanceOf(DesyncException.class);
    }
  }

  /**
   * A drift of the streams: nothing that is sent has another length or place. The two that share
   * the stream name it; the third hears of it with what it does next.
   */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void aDrawTooManyIsNamedAtTheEndOfThePhase(int odd) {
    List<Outcome> outcomes =
        outcomes(
            (mpc, isOdd) -> {
              long step = mpc.nextStep();
              if (isOdd) {
                mpc.drawWithNext(step, 7, Ring.Z32, new long[4], 0, 4);
              }
              new Arithmetic(mpc).multiply(zeros(Ring.Z32, 9), zeros(Ring.Z32, 9));
            },
            odd);
    int next = (odd + 1) % 3;
    assertThat(outcomes.get(odd).thrown())
        .isInstanceOfSatisfying(DesyncException.class, e -> assertThat(e.party()).isEqualTo(next))
        .hasMessageContainingAll("draws with party " + next, "the end of the phase work");
    assertThat(outcomes.get(next).thrown())
        .isInstanceOfSatisfying(DesyncException.class, e -> assertThat(e.party()).isEqualTo(odd))
        .hasMessageContaining("draws with party " + odd);
    assertThat(outcomes.get((odd + 2) % 3).thrown())
        .isInstanceOfSatisfying(
            PartyAbortedException.class, e -> assertThat(e.code()).isEqualTo(AbortCode.DIVERGED));
  }
}
