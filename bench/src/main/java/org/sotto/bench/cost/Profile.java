package org.sotto.bench.cost;

import org.sotto.bench.baseline.BincodeCodec;
import org.sotto.bench.baseline.KryoCodec;
import org.sotto.codec.CompactCodec;
import org.sotto.codec.TaggedCodec;
import org.sotto.codec.ValueCodec;
import org.sotto.net.SessionOptions;
import org.sotto.net.SessionOptions.ElementForm;

/** The layouts that a run can be measured in. */
public enum Profile {
  /** As before the pull request; values, and elements as values too. */
  BINCODE,
  /** Kryo records; elements as values too. */
  KRYO,
  /** The pull request's own codec; elements as values too. */
  TAGGED,
  /** Sotto's default: COMPACT values, and elements bare. */
  COMPACT;

  /** Session options of this layout. */
  public SessionOptions options() {
    return SessionOptions.defaults()
        .withCodec(codec())
        .withElements(this == COMPACT ? ElementForm.BARE : ElementForm.TAGGED);
  }

  private ValueCodec codec() {
    return switch (this) {
      case BINCODE -> new BincodeCodec();
      case KRYO -> new KryoCodec();
      case TAGGED -> new TaggedCodec();
      case COMPACT -> new CompactCodec();
    };
  }
}
