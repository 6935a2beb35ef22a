package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The records: equal by content, silent about it, and strict about what they take. */
class ValuesTest {
  private final RandomValues random = new RandomValues(RandomValues.seed(ValuesTest.class));

  @Test
  void equalityIsByContent() {
    GoldenValues.byDescription()
        .forEach(
            (description, value) -> {
              if (!(value instanceof Opaque)) {
                NetworkValue again = GoldenValues.byDescription().get(description);
                assertThat(value).isEqualTo(again).hasSameHashCodeAs(again);
              }
            });
    List<NetworkValue> all = List.copyOf(GoldenValues.byDescription().values());
    for (int i = 0; i < all.size(); i++) {
      for (int j = 0; j < i; j++) {
        assertThat(all.get(i)).isNotEqualTo(all.get(j));
      }
    }
  }

  @Test
  void textShowsKindAndCountOnly() {
    assertThat(new Ring32Vec(new int[] {77, 77})).hasToString("Ring32Vec[2]");
    assertThat(PackedVec.of(30, 77, 77)).hasToString("PackedVec[2 x 30 bits]");
    assertThat(BitVec.of(true, true, true)).hasToString("BitVec[3]");
    assertThat(new BlockVec(new long[4])).hasToString("BlockVec[2]");
    assertThat(Batch.of(new Ring32(77))).hasToString("Batch[1]");
    for (NetworkValue value : random.singles()) {
      assertThat(value).hasToString(value.kind());
      assertThat(value.kind()).isEqualTo(value.getClass().getSimpleName());
    }
    assertThat(new Opaque("secret")).hasToString("Opaque");
  }

  @Test
  void whatIsNoValueIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> new PrfKey(new byte[15]));
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockVec(new long[3]));
    assertThatIllegalArgumentException().isThrownBy(() -> new BitVec(-1, new long[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> new BitVec(64, new long[2]));
    assertThatIllegalArgumentException().isThrownBy(() -> new BitVec(65, new long[1]));
    assertThatIllegalArgumentException().isThrownBy(() -> new BitVec(3, new long[] {8}));
    assertThatIllegalArgumentException().isThrownBy(() -> new PackedVec(0, 1, new long[1]));
    assertThatIllegalArgumentException().isThrownBy(() -> new PackedVec(65, 1, new long[2]));
    assertThatIllegalArgumentException().isThrownBy(() -> new PackedVec(64, 1 << 26, new long[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> new PackedVec(5, 2, new long[] {1024}));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PackedVec.of(5, 1, 32))
        .withMessageContaining("element 1")
        .withMessageNotContaining("32");
    assertThatIllegalArgumentException().isThrownBy(() -> Batch.of(Batch.of()));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(65536, "", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(-1, "", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(1, "a".repeat(256), ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(1, "", "\u20ac".repeat(1366)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(1, "\ud800", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Abort(1, "\udc00\ud800", ""));
    assertThatIllegalArgumentException().isThrownBy(() -> new DecodeLimits(-1, 0));
  }

  @Test
  void aBatchKeepsItsOwnList() {
    List<NetworkValue> values = new ArrayList<>(List.of(new Bit(true)));
    Batch batch = new Batch(values);
    values.clear();
    assertThat(batch.values()).hasSize(1);
  }

  @Test
  void bitsAndBlocksAreFoundByIndex() {
    BitVec bits = random.bits(131);
    for (int i = 0; i < 131; i++) {
      assertThat(bits.get(i)).isEqualTo((bits.words()[i / 64] >>> (i % 64)) % 2 != 0);
    }
    BlockVec blocks = new BlockVec(new long[] {1, 2, 3, 4});
    assertThat(blocks.get(1)).isEqualTo(new Block(3, 4));
  }
}
