package org.sotto.codec;

/**
 * A value that one party sends to another: a ring element, a vector of them, a key, a label.
 *
 * <p>The family is closed, so a {@code switch} over it is checked for completeness by the compiler.
 * Every variant is a record over primitives or primitive arrays. A record owns the array it is
 * given: the constructors validate but do not copy, so the giver must not change the array
 * afterwards, and neither must whoever reads it through the accessor. Equality and hash are by
 * content; {@code toString} shows the kind and the count, never the content.
 */
public sealed interface NetworkValue
    permits PrfKey,
        Bit,
        Ring16,
        Ring32,
        Ring64,
        Ring16Vec,
        Ring32Vec,
        Ring64Vec,
        BitVec,
        PackedVec,
        Block,
        BlockVec,
        Bytes,
        StateChecksum,
        PrfCheck,
        Batch,
        Opaque,
        Abort {

  /** The name of the variant, such as {@code Ring32Vec}: for messages and traces. */
  String kind();
}
