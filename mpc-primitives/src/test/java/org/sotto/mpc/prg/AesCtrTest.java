package org.sotto.mpc.prg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.random.RandomGenerator;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sotto.mpc.Samples;

final class AesCtrTest {
  private static final long SEED = 0x5077_0007L;

  /** The words of AES/ECB over the counter blocks. */
  private static long[] expected(byte[] key, long stream, int words)
      throws GeneralSecurityException {
    int blocks = (words + 1) / 2;
    ByteBuffer counters = ByteBuffer.allocate(16 * blocks);
    for (long block = 0; block < blocks; block++) {
      counters.putLong(stream).putLong(block);
    }
    // The document defines the stream by single blocks; the mode hides nothing here.
    @SuppressWarnings("InsecureCipherMode")
    Cipher ecb = Cipher.getInstance("AES/ECB/NoPadding");
    ecb.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    long[] out = new long[2 * blocks];
    ByteBuffer.wrap(ecb.doFinal(counters.array()))
        .order(ByteOrder.LITTLE_ENDIAN)
        .asLongBuffer()
        .get(out);
    return Arrays.copyOf(out, words);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 31, 32, 33, 4095, 4096, 4097, 4099, 8192, 8193, 20_001})
  void isTheEncryptionOfItsCounterBlocks(int words) throws GeneralSecurityException {
    RandomGenerator random = Samples.seeded("AES", SEED + words);
    byte[] key = new byte[AesCtr.KEY_BYTES];
    random.nextBytes(key);
    try (AesCtr prf = new AesCtr(key)) {
      for (long stream : new long[] {0, 1, -1, Long.MIN_VALUE, random.nextLong()}) {
        long[] out = new long[words + 1];
        out[words] = 42;
        prf.fill(stream, out, words);
        assertThat(Arrays.copyOf(out, words)).isEqualTo(expected(key, stream, words));
        assertThat(out[words]).isEqualTo(42);
      }
    }
  }

  @Test
  void givesTheKnownAnswerForAllZeros() {
    try (AesCtr prf = new AesCtr(new byte[AesCtr.KEY_BYTES])) {
      long[] out = new long[2];
      prf.fill(0, out, 2);
      byte[] bytes =
          ByteBuffer.allocate(16)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putLong(out[0])
              .putLong(out[1])
              .array();
      assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("66e94bd4ef8a2c3b884cfa59ca342b2e");
    }
  }

  @Test
  void aStreamIsTheSameWheneverItIsDrawn() {
    byte[] key = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    try (AesCtr one = new AesCtr(key);
        AesCtr other = new AesCtr(key)) {
      long[] first = new long[10];
      long[] second = new long[5000];
      one.fill(7, first, 10);
      other.fill(8, second, 5000);
      other.fill(7, second, 5000);
      assertThat(Arrays.copyOf(second, 10)).isEqualTo(first);
    }
  }

  @Test
  void keysOfOtherLengthsAndDrawsAfterTheEndAreRefused() {
    assertThatThrownBy(() -> new AesCtr(new byte[15]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected 16 bytes, got 15");
    AesCtr prf = new AesCtr(new byte[16]);
    prf.close();
    assertThatThrownBy(() -> prf.fill(0, new long[1], 1)).isInstanceOf(IllegalStateException.class);
  }
}
