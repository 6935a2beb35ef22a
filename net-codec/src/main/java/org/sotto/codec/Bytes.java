package org.sotto.codec;

import java.util.Arrays;
import java.util.Objects;

/**
 * A run of bytes that the codec does not look into. The record owns its array.
 *
 * @param bytes the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record Bytes(byte[] bytes) implements NetworkValue {
  /** Takes over an array. */
  public Bytes {
    Objects.requireNonNull(bytes, "bytes");
  }

  @Override
  public String kind() {
    return "Bytes";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return kind() + "[" + bytes.length + "]";
  }
}
