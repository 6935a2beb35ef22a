package org.sotto.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Random and mutated encodings, a million for each profile (property {@code sotto.fuzz.inputs}), a
 * tenth of that for the registry.
 */
class DecoderMutationTest {
  private static final int INPUTS = Integer.getInteger("sotto.fuzz.inputs", 1_000_000);
  private static final int CORPUS = 4000;

  /** Bytes that mean something: descriptors, counts, ends of varints. */
  private static final byte[] TELLING = {
    0, 1, 2, 0x12, 3, 4, 6, 7, 8, 0xA, 0xC, 0xD, 0xE, 0xF, 0x10, 0x11, 0x1A, 0x2F, 0x7F, -1, -128
  };

  private final RandomValues values =
      new RandomValues(RandomValues.seed(DecoderMutationTest.class));
  private final RandomGenerator random = values.random();

  @Test
  void tagged() throws InterruptedException {
    fuzz(GoldenValues.CODECS.get(0));
  }

  @Test
  void compact() throws InterruptedException {
    fuzz(GoldenValues.CODECS.get(1));
  }

  @Test
  void registry() throws InterruptedException {
    List<byte[]> corpus = new ArrayList<>();
    corpus.add(GoldenValues.REGISTRY.encode(GoldenValues.report()));
    for (int i = 0; i < 100; i++) {
      corpus.add(GoldenValues.REGISTRY.encode(new GoldenValues.Point(i, values.text(i))));
      corpus.add(GoldenValues.REGISTRY.encode(values.longs(i)));
      corpus.add(GoldenValues.REGISTRY.encode(List.of(values.text(i), i, List.of(0.5f, true))));
    }
    run(
        corpus,
        INPUTS / 10,
        (promise, bytes) -> promise.holdsForObject(GoldenValues.REGISTRY, bytes));
  }

  private void fuzz(ValueCodec codec) throws InterruptedException {
    List<byte[]> corpus = new ArrayList<>();
    while (corpus.size() < CORPUS) {
      NetworkValue value = random.nextInt(3) == 0 ? values.batch() : values.any();
      corpus.add(Wire.encode(codec, value));
    }
    run(
        corpus,
        INPUTS,
        (promise, bytes) ->
            random.nextInt(3) == 0
                ? promise.holdsForBatch(codec, bytes)
                : promise.holdsForValue(codec, bytes));
  }

  @FunctionalInterface
  private interface Check {
    boolean accepts(DecoderPromise promise, byte[] bytes);
  }

  /** Runs in a thread of its own, whose short stack keeps the traces of refusals short. */
  private void run(List<byte[]> corpus, int inputs, Check check) throws InterruptedException {
    int[] accepted = new int[1];
    Throwable[] failure = new Throwable[1];
    Thread worker =
        new Thread(
            () -> {
              DecoderPromise promise = new DecoderPromise();
              corpus.forEach(bytes -> warmUp(check, promise, bytes));
              for (int i = 0; i < inputs && failure[0] == null; i++) {
                byte[] bytes = mutate(corpus);
                try {
                  if (check.accepts(promise, bytes)) {
                    accepted[0]++;
                  }
                } catch (Throwable e) {
                  failure[0] = new AssertionError("for " + HexFormat.of().formatHex(bytes), e);
                }
              }
            });
    worker.start();
    worker.join();
    assertThat(failure[0]).isNull();
    System.out.println("accepted " + accepted[0] + " of " + inputs);
    // Neither all nor nothing: the mutations reach both sides of the border.
    assertThat(accepted[0]).isBetween(inputs / 200, inputs / 2);
  }

  /** First use loads classes and links call sites, which takes memory once. */
  private static void warmUp(Check check, DecoderPromise promise, byte[] bytes) {
    try {
      check.accepts(promise, bytes);
      check.accepts(promise, Arrays.copyOf(bytes, bytes.length / 2));
    } catch (AssertionError e) {
      // counted from the second time on
    }
  }

  private byte[] mutate(List<byte[]> corpus) {
    if (random.nextInt(10) == 0) {
      return values.bytes(random.nextInt(40));
    }
    byte[] bytes = corpus.get(random.nextInt(corpus.size())).clone();
    for (int steps = 1 + random.nextInt(3); steps > 0; steps--) {
      bytes = step(bytes, corpus);
    }
    return bytes;
  }

  private byte[] step(byte[] bytes, List<byte[]> corpus) {
    if (bytes.length == 0) {
      return new byte[] {(byte) random.nextInt()};
    }
    int at = random.nextInt(bytes.length);
    switch (random.nextInt(8)) {
      case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[at] = TELLING[random.nextInt(TELLING.length)];
      case 2 -> bytes[Math.min(at, random.nextInt(6))] = (byte) random.nextInt();
      case 3 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 4 -> {
        return Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(8));
      }
      case 5 -> {
        return join(
            Arrays.copyOfRange(bytes, 0, at), Arrays.copyOfRange(bytes, at + 1, bytes.length));
      }
      case 6 -> {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        return join(Arrays.copyOf(bytes, at), other);
      }
      default -> bytes[0] += (byte) (random.nextBoolean() ? 16 : -16);
    }
    return bytes;
  }

  private static byte[] join(byte[] head, byte[] tail) {
    byte[] joined = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, joined, head.length, tail.length);
    return joined;
  }
}
