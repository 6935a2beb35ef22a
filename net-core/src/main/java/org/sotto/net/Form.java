package org.sotto.net;

/**
 * What a message is made of: a self-describing value, or elements of a width. Of elements alone the
 * wire does not tell; checked tags compare it. Packed elements are bits, and blocks 64-bit
 * elements.
 */
enum Form {
  VALUE(0),
  BITS(1),
  BYTES(2),
  RING16(3),
  RING32(4),
  RING64(5);

  private final long code;

  Form(long code) {
    this.code = code;
  }

  /** Its number in the sums of checked tags. */
  long code() {
    return code;
  }
}
