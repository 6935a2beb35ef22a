package org.sotto.bench.net;

import java.io.IOException;

/**
 * The first and the last word of a message say which one it is, so that a wire that loses, repeats
 * or cuts one fails the benchmark instead of speeding it up. What is between is written once,
 * before anything is timed, which also makes the memory resident.
 */
final class Payload {
  /** Spreads small numbers over all 64 bits. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private Payload() {}

  /** The number of a message that no other one of a step has. */
  static long number(int batch, int message) {
    return (long) batch << 32 | message;
  }

  /** The number of the answer to a message. */
  static long answer(long number) {
    return ~number;
  }

  static long first(long number) {
    return number * SPREAD;
  }

  static long last(long number) {
    return ~first(number);
  }

  /** What a message has at one word before it is numbered. */
  static long between(int index) {
    return index * SPREAD;
  }

  /**
   * Compares a message that came.
   *
   * @throws IOException naming what was expected and what came
   */
  static void check(long number, long first, long last) throws IOException {
    if (first != first(number) || last != last(number)) {
      throw new IOException(
          String.format(
              "wrong payload: expected message %x with the words %x and %x at its ends,"
                  + " got %x and %x",
              number, first(number), last(number), first, last));
    }
  }
}
