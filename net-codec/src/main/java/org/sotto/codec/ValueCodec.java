package org.sotto.codec;

import io.netty.buffer.ByteBuf;

/**
 * One wire profile: how a {@link NetworkValue} becomes bytes and back.
 *
 * <p>Every encoding is canonical: if {@code decode} takes a run of bytes, {@code encode} of the
 * result gives that very run. So digests and transcripts of two parties agree. Implementations are
 * immutable and safe for use by many threads at once; a buffer is not.
 */
public interface ValueCodec {

  /** The name of the profile, in lower case: {@code tagged} or {@code compact}. */
  String profile();

  /**
   * The exact number of bytes that {@link #encode} writes. Constant time for all values but {@link
   * Batch} (linear in its values) and {@link Opaque} (encodes the object to find out).
   *
   * @param value the value
   * @throws CodecException if the encoding would be longer than 2<sup>31</sup>-1 bytes, or the
   *     value is {@link Opaque} and the codec has no registry that knows its class
   */
  int encodedLength(NetworkValue value);

  /**
   * Appends the encoding of a value at the buffer's writer index. Arrays are copied in bulk.
   *
   * @param value the value
   * @param out the buffer, grown as needed; after an exception its writer index is unspecified
   * @throws CodecException as {@link #encodedLength}
   */
  void encode(NetworkValue value, ByteBuf out);

  /**
   * Decodes all readable bytes of a buffer as exactly one value. Memory is taken only for bytes
   * that are present. After an exception the reader index is unspecified.
   *
   * @param in the encoding, from reader index to writer index
   * @param limits what the receiver is willing to decode
   * @throws CodecException if the bytes are not the canonical encoding of one value, or go beyond
   *     the limits; nothing else is thrown whatever the bytes
   */
  NetworkValue decode(ByteBuf in, DecodeLimits limits);

  /**
   * As {@link #decode(ByteBuf, DecodeLimits)}, with the arrays of a vector taken from a source of
   * the receiver's. Vectors in a batch always get arrays of their own. A codec that builds its
   * objects otherwise may pay no heed to it.
   *
   * @param arrays where to take arrays from
   */
  default NetworkValue decode(ByteBuf in, DecodeLimits limits, ArraySource arrays) {
    return decode(in, limits);
  }

  /**
   * Decodes all readable bytes of a buffer as exactly one batch. In a profile whose batch has no
   * descriptor ({@code tagged}) this is the only way to read one.
   *
   * @param in the encoding, from reader index to writer index
   * @param limits what the receiver is willing to decode
   * @throws CodecException if the bytes are not the canonical encoding of one batch, or go beyond
   *     the limits
   */
  Batch decodeBatch(ByteBuf in, DecodeLimits limits);
}
