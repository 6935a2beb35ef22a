package org.sotto.bench.codec;

import org.sotto.bench.baseline.JavaCodec;
import org.sotto.bench.baseline.KryoCodec;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.TaggedCodec;
import org.sotto.codec.ValueCodec;

/** The layouts that are measured. */
public enum Layout {
  TAGGED,
  COMPACT,
  KRYO,
  JAVA;

  /** A codec of this layout. */
  public ValueCodec codec() {
    return switch (this) {
      case TAGGED -> new TaggedCodec();
      case COMPACT -> new CompactCodec();
      case KRYO -> new KryoCodec();
      case JAVA -> new JavaCodec();
    };
  }
}
