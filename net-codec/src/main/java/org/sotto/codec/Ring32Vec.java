package org.sotto.codec;

import java.util.Arrays;
import java.util.Objects;

/**
 * A vector over the ring of integers modulo 2<sup>32</sup>. The record owns its array.
 *
 * @param elements the elements, in order
 */
@SuppressWarnings("ArrayRecordComponent") // no copies on the hot path; equality is by content
public record Ring32Vec(int[] elements) implements NetworkValue {
  /** Takes over an array. */
  public Ring32Vec {
    Objects.requireNonNull(elements, "elements");
  }

  @Override
  public String kind() {
    return "Ring32Vec";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Ring32Vec that && Arrays.equals(elements, that.elements);
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
