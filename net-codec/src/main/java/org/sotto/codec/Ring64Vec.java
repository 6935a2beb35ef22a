package org.sotto.codec;

import java.util.Arrays;
import java.util.Objects;

/**
 * A vector over the ring of integers modulo 2<sup>64</sup>. The record owns its array.
 *
 * @param elements the elements, in order
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record Ring64Vec(long[] elements) implements NetworkValue {
  /** Takes over an array. */
  public Ring64Vec {
    Objects.requireNonNull(elements, "elements");
  }

  @Override
  public String kind() {
    return "Ring64Vec";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ring64Vec that && Arrays.equals(elements, that.elements);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(elements);
  }

  @Override
  public String toString() {
    return kind() + "[" + elements.length + "]";
  }
}
