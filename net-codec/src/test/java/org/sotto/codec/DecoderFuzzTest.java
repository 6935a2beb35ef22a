package org.sotto.codec;

import com.code_intelligence.jazzer.junit.FuzzTest;

/**
 * Coverage-guided fuzzing of the decoders. A plain test run takes the checked-in corpus only; with
 * the environment variable {@code JAZZER_FUZZ=1} Jazzer searches for new inputs, one method a run.
 */
class DecoderFuzzTest {
  private final DecoderPromise promise = new DecoderPromise();

  @FuzzTest(maxDuration = "2m")
  void tagged(byte[] bytes) {
    promise.staysCanonical(GoldenValues.CODECS.get(0), bytes);
  }

  @FuzzTest(maxDuration = "2m")
  void compact(byte[] bytes) {
    promise.staysCanonical(GoldenValues.CODECS.get(1), bytes);
  }

  @FuzzTest(maxDuration = "2m")
  void registry(byte[] bytes) {
    promise.staysCanonical(GoldenValues.REGISTRY, bytes);
  }
}
