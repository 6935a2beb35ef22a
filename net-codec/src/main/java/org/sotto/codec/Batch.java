package org.sotto.codec;

import java.util.List;

/**
 * Several values in one message: what saves a round trip or a frame header. A batch holds no batch.
 *
 * @param values the values, in order; copied
 */
public record Batch(List<NetworkValue> values) implements NetworkValue {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException if a value is itself a batch
   */
  public Batch {
    values = List.copyOf(values);
    for (NetworkValue value : values) {
      if (value instanceof Batch) {
        throw new IllegalArgumentException("a batch holds no batch");
      }
    }
  }

  /**
   * A batch of the given values.
   *
   * @param values the values, in order
   * @throws IllegalArgumentException if a value is itself a batch
   */
  public static Batch of(NetworkValue... values) {
    return new Batch(List.of(values));
  }

  @Override
  public String kind() {
    return "Batch";
  }

  @Override
  public String toString() {
    return kind() + "[" + values.size() + "]";
  }
}
