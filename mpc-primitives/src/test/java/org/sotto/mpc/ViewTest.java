package org.sotto.mpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.mpc.Operation.Batch;
import org.sotto.mpc.RecordedRun.Message;
import org.sotto.mpc.RecordedRun.PrfBytes;
import org.sotto.mpc.iris.DistanceShares;
import org.sotto.mpc.iris.GaloisShares;
import org.sotto.mpc.iris.IrisGenerator;
import org.sotto.mpc.iris.IrisProtocol;
import org.sotto.mpc.iris.ReplicatedIris;
import org.sotto.mpc.parity.ParityIris;

/**
 * What a party receives tells nothing: every bit of every message is a fair coin, whatever the
 * secret. The secrets lie bare in one component, so that only the protocol's own masks can hide
 * them; all lanes hold the same one, so that a bit without a mask stands out.
 */
final class ViewTest {
  private static final long SEED = 0x5077_000CL;

  /** Three segments of 64 words. */
  private static final int LANES = 3 * 64 * 64;

  /** A protocol with its two operands, and the widths in which its messages are to be read. */
  @SuppressWarnings("ArrayRecordComponent") // nothing compares them
  record Scene(
      String name,
      ThreePartyRun.Setup setup,
      int[] widths,
      ThreePartyRun.Protocol<Object> protocol) {
    @Override
    public String toString() {
      return name;
    }

    RecordedRun run() {
      return RecordedRun.of(setup, protocol);
    }

    RecordedRun run(List<PrfBytes> keys) {
      return RecordedRun.of(setup, keys, protocol);
    }
  }

  private static Scene scene(Operation operation, long secret, int component, int... widths) {
    Ring ring = operation.ring();
    long[] x = new long[LANES];
    Arrays.fill(x, ring.of(secret));
    List<RingShares> bare = ThreePartyRun.dealBare(ring, x, component);
    Batch batch = Batch.of(operation, x, x, bare, bare);
    return new Scene(
        operation + " of " + secret + " in component " + component,
        ThreePartyRun.Setup.BARE,
        widths,
        batch::run);
  }

  private static Stream<Operation> masked() {
    Stream<Operation> arithmetic =
        Stream.of(Ring.Z16, Ring.Z30)
            .flatMap(Operation::arithmetic)
            .filter(o -> !o.name().startsWith("open"));
    return Stream.of(
            arithmetic,
            // An announced bit is the result itself; ChainViewTest has the messages before it.
            Operation.comparison(new Ring(17))
                .filter(o -> !o.name().matches("open.* by CHAIN(_4)?")),
            Operation.selection(new Ring(17)),
            Operation.equality(new Ring(17)).filter(o -> !o.name().startsWith("open")),
            Operation.bits().filter(o -> !o.name().startsWith("open")),
            Stream.of(
                Operation.inject(new Ring(14)),
                Operation.inject(Ring.Z32),
                Operation.bounded(Ring.Z30),
                Operation.full(Ring.Z32, Strategy.PREFIX),
                Operation.full(Ring.Z48, Strategy.RIPPLE)))
        .flatMap(s -> s)
        .filter(o -> o.cost().plan(1).rounds() > 0);
  }

  static Stream<Scene> scenes() {
    int[] widths = {14, 16, 17, 30, 32, 48};
    Stream<Scene> operations =
        masked()
            .flatMap(
                operation ->
                    Stream.concat(
                        Stream.of(scene(operation, 0, 0, widths)),
                        IntStream.range(0, 3).mapToObj(c -> scene(operation, -1, c, widths))));
    return Stream.concat(operations, iris());
  }

  private static Stream<Scene> iris() {
    IrisGenerator generator = new IrisGenerator(LANES);
    GaloisShares[] query = GaloisShares.share(generator.person());
    GaloisShares[] entry = GaloisShares.share(generator.person());
    return Stream.of(
        iris("sotto's iris", query, entry, mpc -> new ReplicatedIris(mpc, Strategy.PREFIX)),
        iris("the parity iris", query, entry, ParityIris::new));
  }

  private interface Protocols {
    IrisProtocol of(ThreeParty mpc);
  }

  private static Scene iris(
      String name, GaloisShares[] query, GaloisShares[] entry, Protocols protocols) {
    return new Scene(
        name,
        name.contains("parity") ? ThreePartyRun.Setup.TAGGED : ThreePartyRun.Setup.BARE,
        new int[] {14, 16, 30, 32},
        mpc -> {
          int self = mpc.self();
          IrisProtocol iris = protocols.of(mpc);
          List<GaloisShares> entries = Collections.nCopies(LANES / 2, entry[self]);
          DistanceShares d = iris.evalDistance(query[self].asQuery(self), entries);
          return iris.lessThan(d, d);
        });
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void everyMessageIsUniformAndFreshToItsReceiver(Scene scene) {
    assertThat(findings(scene)).isEmpty();
  }

  /** Places where the same bias shows twice in independent runs. */
  private static Set<String> findings(Scene scene) {
    List<RecordedRun> runs = IntStream.range(0, 2).mapToObj(_ -> scene.run()).toList();
    Set<String> found = new TreeSet<>();
    List<List<Message>> all = runs.stream().map(RecordedRun::all).toList();
    assertThat(all.getFirst()).isNotEmpty();
    for (int i = 0; i < all.getFirst().size(); i++) {
      int at = i;
      List<Message> same = all.stream().map(m -> m.get(at)).toList();
      Message first = same.getFirst();
      assertThat(same).extracting(Message::bits).containsOnly(first.bits());
      addTo(found, "bias: " + first, first.bits(), first.words(), same.get(1).words(), scene);
    }
    for (int party = 0; party < 3; party++) {
      List<Message> one = runs.get(0).receivedBy(party);
      List<Message> other = runs.get(1).receivedBy(party);
      for (int i = 0; i < one.size(); i++) {
        for (int j = 0; j < i; j++) {
          addTo(
              found,
              "one mask twice: " + one.get(i) + " and " + one.get(j),
              Math.min(one.get(i).bits(), one.get(j).bits()),
              one.get(i).xor(one.get(j)),
              other.get(i).xor(other.get(j)),
              scene);
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @MethodSource("fewerScenes")
  void nobodyUndoesAMaskWithKeysOfItsOwn(Scene scene) {
    assertThat(findingsOfReceivers(scene)).isEmpty();
  }

  static Stream<Scene> fewerScenes() {
    return Stream.concat(masked().map(o -> scene(o, -1, 0, 14, 16, 17, 30, 32, 48)), iris());
  }

  /**
   * For each receiver, runs that differ in nothing but the one key that it lacks: what it receives
   * must differ as two fresh draws do. A mask that it can draw itself would stay the same.
   */
  private static Set<String> findingsOfReceivers(Scene scene) {
    RandomGenerator random = Samples.seeded("keys", SEED);
    Set<String> found = new TreeSet<>();
    for (int party = 0; party < 3; party++) {
      PrfBytes own = new PrfBytes(random);
      PrfBytes previous = new PrfBytes(random);
      List<List<Message>> views = new ArrayList<>();
      for (int run = 0; run < 4; run++) {
        PrfBytes[] keys = new PrfBytes[3];
        keys[party] = own;
        keys[(party + 2) % 3] = previous;
        keys[(party + 1) % 3] = new PrfBytes(random);
        views.add(scene.run(List.of(keys)).receivedBy(party));
      }
      for (int i = 0; i < views.getFirst().size(); i++) {
        Message first = views.get(0).get(i);
        addTo(
            found,
            "a mask that its receiver knows: " + first,
            first.bits(),
            first.xor(views.get(1).get(i)),
            views.get(2).get(i).xor(views.get(3).get(i)),
            scene);
      }
    }
    return found;
  }

  private static void addTo(
      Set<String> found, String where, long bits, long[] one, long[] other, Scene scene) {
    Balance.both(
            Balance.deviations(one, bits, scene.widths()),
            Balance.deviations(other, bits, scene.widths()))
        .forEach(place -> found.add(where + ", " + place));
  }

  // --- Protocols that are wrong on purpose: the test must see it.

  private static Scene broken(String name, int width, ThreePartyRun.Protocol<long[]> message) {
    Ring ring = new Ring(width);
    return new Scene(
        name,
        ThreePartyRun.Setup.BARE,
        new int[] {width},
        mpc -> {
          Round round = mpc.round();
          round.toNext().ring(width, message.run(mpc), 0, LANES);
          round.exchange(0, (long) width * LANES);
          return RingShares.constant(ring, mpc.self());
        });
  }

  private static long[] secrets(int self) {
    long[] values = new long[LANES];
    Arrays.fill(values, 0x5A5A + self);
    return values;
  }

  private static long[] mask(ThreeParty mpc, Ring ring) {
    long[] mask = new long[LANES];
    mpc.drawWithPrevious(mpc.nextStep(), 0, ring, mask, 0, LANES);
    return mask;
  }

  @Test
  void aMessageWithoutMaskIsFound() {
    assertThat(findings(broken("bare", 16, mpc -> secrets(mpc.self()))))
        .anyMatch(f -> f.startsWith("bias"));
    assertThat(findingsOfReceivers(broken("bare", 16, mpc -> secrets(mpc.self())))).isNotEmpty();
    assertThat(findings(scene(openOf(Ring.Z30), -1, 0, 30))).anyMatch(f -> f.startsWith("bias"));
  }

  private static Operation openOf(Ring ring) {
    return Operation.arithmetic(ring)
        .filter(o -> o.name().equals("open"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aMaskThatLeavesOneBitOfEachElementBareIsFound() {
    Scene scene =
        broken(
            "one bit bare",
            16,
            mpc -> {
              long[] values = secrets(mpc.self());
              long[] mask = mask(mpc, Ring.Z16);
              for (int i = 0; i < LANES; i++) {
                values[i] = Ring.Z16.of(values[i] + (mask[i] & ~1L));
              }
              return values;
            });
    assertThat(findings(scene)).anyMatch(f -> f.endsWith("bit 0 of elements of 16"));
  }

  @Test
  void aMaskThatIsRandomInOneBitOfEachByteIsFound() {
    Scene scene =
        broken(
            "one bit of eight random",
            8,
            mpc -> Arrays.stream(mask(mpc, new Ring(8))).map(m -> m & 1).toArray());
    assertThat(findings(scene)).anyMatch(f -> f.startsWith("bias"));
  }

  @Test
  void aMaskThatItsReceiverCanDrawIsFound() {
    Scene scene =
        broken(
            "mask of the receiver",
            16,
            mpc -> {
              long[] mask = new long[LANES];
              mpc.drawWithNext(mpc.nextStep(), 0, Ring.Z16, mask, 0, LANES);
              return mask;
            });
    assertThat(findings(scene)).isEmpty();
    assertThat(findingsOfReceivers(scene)).anyMatch(f -> f.startsWith("a mask that its receiver"));
  }

  @Test
  void aMaskThatServesTwiceIsFound() {
    Ring ring = Ring.Z16;
    Scene scene =
        new Scene(
            "mask twice",
            ThreePartyRun.Setup.BARE,
            new int[] {16},
            mpc -> {
              long[] mask = mask(mpc, ring);
              for (long secret : new long[] {3, 4}) {
                long[] message = LongStream.of(mask).map(m -> m ^ secret).toArray();
                Round round = mpc.round();
                round.toNext().ring(16, message, 0, LANES);
                round.exchange(0, 16L * LANES);
              }
              return new ArrayList<>();
            });
    assertThat(findings(scene)).allMatch(f -> f.startsWith("one mask twice")).isNotEmpty();
  }
}
