package org.sotto.codec;

import java.util.Objects;

/**
 * An object of the application, for what no other variant fits: settings, a query, a report. It
 * needs a codec that was built with a {@link KryoRegistry} which knows its class. It is an order of
 * magnitude slower than the other variants and does not belong on a protocol's hot path.
 *
 * @param value the object; equality is that of the object
 */
public record Opaque(Object value) implements NetworkValue {

  /** Wraps an object. */
  public Opaque {
    Objects.requireNonNull(value, "value");
  }

  @Override
  public String kind() {
    return "Opaque";
  }

  @Override
  public String toString() {
    return kind();
  }
}
