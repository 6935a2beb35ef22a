package org.sotto.codec;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * A key of the pseudo-random function that two parties share: 16 bytes. The record owns its array.
 *
 * @param key the key, {@value #BYTES} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record PrfKey(byte[] key) implements NetworkValue {
  /** Length of a key in bytes. */
  public static final int BYTES = 16;

  /**
   * Takes over a key.
   *
   * @throws IllegalArgumentException unless the key has {@value #BYTES} bytes
   */
  public PrfKey {
    if (key.length != BYTES) {
      throw new IllegalArgumentException("a key has 16 bytes, not " + key.length);
    }
  }

  @Override
  public String kind() {
    return "PrfKey";
  }

  /** Compares in time that does not depend on where two keys differ. */
  @Override
  public boolean equals(Object other) {
    return other instanceof PrfKey that && MessageDigest.isEqual(key, that.key);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(key);
  }

  @Override
  public String toString() {
    return kind();
  }
}
