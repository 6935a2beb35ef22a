package org.sotto.net;

import java.nio.ByteOrder;

/**
 * Bare elements are little-endian on the wire. On a little-endian machine an array is its wire form
 * and all of this does nothing; elsewhere elements are reversed one by one.
 */
final class WireOrder {
  private static final boolean REVERSE = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;

  private WireOrder() {}

  static short[] toWire(short[] elements) {
    return REVERSE ? reversed(elements.clone()) : elements;
  }

  static int[] toWire(int[] elements) {
    return REVERSE ? reversed(elements.clone()) : elements;
  }

  static long[] toWire(long[] elements) {
    return REVERSE ? reversed(elements.clone()) : elements;
  }

  static short[] fromWire(short[] elements) {
    return REVERSE ? reversed(elements) : elements;
  }

  static int[] fromWire(int[] elements) {
    return REVERSE ? reversed(elements) : elements;
  }

  static long[] fromWire(long[] elements) {
    return REVERSE ? reversed(elements) : elements;
  }

  static short[] reversed(short[] elements) {
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Short.reverseBytes(elements[i]);
    }
    return elements;
  }

  static int[] reversed(int[] elements) {
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Integer.reverseBytes(elements[i]);
    }
    return elements;
  }

  static long[] reversed(long[] elements) {
    for (int i = 0; i < elements.length; i++) {
      elements[i] = Long.reverseBytes(elements[i]);
    }
    return elements;
  }
}
