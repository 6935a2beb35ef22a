package org.sotto.net;

/**
 * What a message is made of: a self-describing value, or elements of a width. Of elements alone the
 * wire does not tell; checked tags compare it. Packed elements are bits, and blocks 64-bit
 * elements.
 */
enum Form {
  VALUE,
  BITS,
  BYTES,
  RING16,
  RING32,
  RING64
}
