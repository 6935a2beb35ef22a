package org.sotto.mpc.prg;

/**
 * Numbered streams of random words that two parties can draw alike. Equal numbers give equal
 * streams; different ones are independent.
 */
public interface Prf extends AutoCloseable {
  /**
   * Draws the beginning of a stream.
   *
   * @param stream the stream's number
   * @param out takes the words
   * @param count how many words of 64 bits
   */
  void fill(long stream, long[] out, int count);

  /** Ends the draws. */
  @Override
  void close();
}
