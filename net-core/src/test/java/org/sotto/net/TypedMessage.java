package org.sotto.net;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import org.sotto.codec.BitVec;
import org.sotto.codec.BlockVec;
import org.sotto.codec.PackedVec;

/** One pair of typed send and receive, with what to send. */
record TypedMessage<T>(
    String name,
    int large,
    BiFunction<SplittableRandom, Integer, T> make,
    Sender<T> sender,
    Receiver<T> receiver) {

  interface Sender<T> {
    void send(Channel channel, T message);
  }

  interface Receiver<T> {
    T receive(Channel channel, int count);
  }

  /** Counts around the borders of bytes and words. */
  static final List<Integer> SIZES = List.of(0, 1, 7, 8, 9, 63, 64, 65, 1000);

  static final List<TypedMessage<?>> ALL =
      List.of(
          new TypedMessage<>(
              "bytes", 3 << 20, TypedMessage::bytes, Channel::sendBytes, Channel::receiveBytes),
          new TypedMessage<>(
              "ring16",
              1_000_003,
              TypedMessage::shorts,
              Channel::sendRing16,
              Channel::receiveRing16),
          new TypedMessage<>(
              "ring32", 1_000_003, TypedMessage::ints, Channel::sendRing32, Channel::receiveRing32),
          new TypedMessage<>(
              "ring64", 500_009, TypedMessage::longs, Channel::sendRing64, Channel::receiveRing64),
          new TypedMessage<>(
              "bits", 9_000_001, TypedMessage::bits, Channel::sendBits, Channel::receiveBits),
          packed(1),
          packed(30),
          packed(48),
          packed(64),
          new TypedMessage<>(
              "blocks",
              200_003,
              (random, n) -> new BlockVec(longs(random, 2 * n)),
              Channel::sendBlocks,
              Channel::receiveBlocks));

  private static TypedMessage<PackedVec> packed(int width) {
    return new TypedMessage<>(
        "packed " + width,
        400_003,
        (random, n) -> new PackedVec(width, n, bits(random, PackedVec.bitLength(width, n)).words()),
        Channel::sendPacked,
        (channel, n) -> channel.receivePacked(width, n));
  }

  static byte[] bytes(SplittableRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  static short[] shorts(SplittableRandom random, int count) {
    short[] elements = new short[count];
    for (int i = 0; i < count; i++) {
      elements[i] = (short) random.nextInt();
    }
    return elements;
  }

  static int[] ints(SplittableRandom random, int count) {
    int[] elements = new int[count];
    for (int i = 0; i < count; i++) {
      elements[i] = random.nextInt();
    }
    return elements;
  }

  static long[] longs(SplittableRandom random, int count) {
    long[] elements = new long[count];
    for (int i = 0; i < count; i++) {
      elements[i] = random.nextLong();
    }
    return elements;
  }

  static BitVec bits(SplittableRandom random, int count) {
    long[] words = longs(random, BitVec.words(count));
    if ((count & 63) != 0) {
      words[words.length - 1] &= -1L >>> (64 - (count & 63));
    }
    return new BitVec(count, words);
  }
}
