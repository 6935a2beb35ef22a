package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sotto.codec.Abort;
import org.sotto.codec.Batch;
import org.sotto.codec.Bit;
import org.sotto.codec.Block;
import org.sotto.codec.BlockVec;
import org.sotto.codec.Bytes;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.KryoRegistry;
import org.sotto.codec.NetworkValue;
import org.sotto.codec.Opaque;
import org.sotto.codec.PackedVec;
import org.sotto.codec.PrfCheck;
import org.sotto.codec.PrfKey;
import org.sotto.codec.Ring16;
import org.sotto.codec.Ring16Vec;
import org.sotto.codec.Ring32;
import org.sotto.codec.Ring32Vec;
import org.sotto.codec.Ring64;
import org.sotto.codec.Ring64Vec;
import org.sotto.codec.StateChecksum;
import org.sotto.codec.TaggedCodec;
import org.sotto.codec.ValueCodec;
import org.sotto.net.SessionOptions.ElementForm;

/** Self-describing values of every kind arrive in both profiles and both element forms. */
interface ValueMessagesContract extends OverTransport {
  /** A class that only the application knows. */
  record Query(String column, int limit) {}

  static Stream<Arguments> forms() {
    KryoRegistry registry = KryoRegistry.builder().register(1, Query.class).build();
    List<ValueCodec> codecs = List.of(new TaggedCodec(registry), new CompactCodec(registry));
    return codecs.stream()
        .flatMap(codec -> Stream.of(ElementForm.values()).map(f -> Arguments.of(codec, f)));
  }

  private static List<NetworkValue> allKinds(SplittableRandom random) {
    return List.of(
        new PrfKey(TypedMessage.bytes(random, 16)),
        new Bit(true),
        new Bit(false),
        new Ring16((short) random.nextInt()),
        new Ring32(random.nextInt()),
        new Ring64(random.nextLong()),
        new Ring16Vec(TypedMessage.shorts(random, 1001)),
        new Ring32Vec(TypedMessage.ints(random, 15)),
        new Ring64Vec(TypedMessage.longs(random, 16)),
        TypedMessage.bits(random, 77),
        new PackedVec(30, 7, TypedMessage.bits(random, 210).words()),
        new Block(random.nextLong(), random.nextLong()),
        new BlockVec(TypedMessage.longs(random, 6)),
        new Bytes(TypedMessage.bytes(random, 0)),
        new Bytes(TypedMessage.bytes(random, 600_000)),
        new StateChecksum(random.nextLong(), random.nextLong()),
        new PrfCheck(random.nextLong(), random.nextLong()),
        new Opaque(new Query("age", 7)),
        new Abort(300, "phase", "a value like any other"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  default void everyKindArrives(ValueCodec codec, ElementForm form) {
    List<NetworkValue> values = allKinds(OverTransport.seeded());
    Batch batch = Batch.of(new Bit(true), new Ring32Vec(new int[] {1, 2, 3}));
    try (Parties parties = parties(2)) {
      parties.run(
          "values",
          SessionOptions.defaults().withCodec(codec).withElements(form),
          session -> {
            Channel other = session.next();
            values.forEach(other::send);
            values.forEach(other::send);
            other.send(batch);
            for (NetworkValue value : values) {
              assertThat(other.receive()).isEqualTo(value);
            }
            for (NetworkValue value : values) {
              assertThat((NetworkValue) other.receive(value.getClass())).isEqualTo(value);
            }
            assertThat(other.receive(Batch.class)).isEqualTo(batch);
            return session.key();
          });
    }
  }

  @ParameterizedTest
  @MethodSource("forms")
  default void valuesAndTypedMessagesMix(ValueCodec codec, ElementForm form) {
    try (Parties parties = parties(2)) {
      parties.run(
          "mixed",
          SessionOptions.defaults().withCodec(codec).withElements(form),
          session -> {
            Channel other = session.next();
            for (int i = 0; i < 20; i++) {
              other.send(new Ring32(i));
              other.sendRing64(new long[] {i, -i});
              other.send(new Ring32Vec(new int[i * 10_000]));
              assertThat(other.receive(Ring32.class).value()).isEqualTo(i);
              assertThat(other.receiveRing64(2)).containsExactly(i, -i);
              assertThat(other.receive(Ring32Vec.class).elements()).hasSize(i * 10_000);
            }
            return session.key();
          });
    }
  }
}
