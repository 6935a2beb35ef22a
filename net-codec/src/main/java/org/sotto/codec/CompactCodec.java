package org.sotto.codec;

import io.netty.buffer.ByteBuf;

/**
 * The default profile: the descriptors of {@link TaggedCodec}, with short counts. Fixed-size values
 * are the same bytes in both. All numbers are little-endian; a count is LEB128 (seven bits a byte,
 * low ones first, at most five bytes, shortest form only).
 *
 * <pre>
 * counted kinds k = 0x06, 0x07, 0x08 (Ring16Vec, Ring32Vec, Ring64Vec), 0x0A (Batch), 0x0C (Bytes),
 *                   0x0D (PackedVec), 0x0E (BlockVec), 0x0F (BitVec)
 *
 *   count 1..15:     | count &lt;&lt; 4 | k | [width u8] | elements |
 *   any other count: | k             | [width u8] | LEB128 | elements |
 *
 * width only for PackedVec; elements as in the tagged profile, values one after another for Batch
 *
 * 0x10 Opaque        | LEB128 bytes | bytes of the registry |
 * </pre>
 *
 * <p>So a vector of up to 15 elements costs one byte above its elements, against five in the tagged
 * profile.
 */
public final class CompactCodec implements ValueCodec {
  private final ValueWriter writer;
  private final ValueReader reader;

  /** A codec that refuses {@link Opaque}. */
  public CompactCodec() {
    CountForm form = new CompactCounts();
    writer = new ValueWriter(form, null);
    reader = new ValueReader(form, null);
  }

  /**
   * A codec that takes {@link Opaque} too.
   *
   * @param registry the classes that the application sends; the same for all parties
   */
  public CompactCodec(KryoRegistry registry) {
    CountForm form = new CompactCounts();
    writer = new ValueWriter(form, registry);
    reader = new ValueReader(form, registry);
  }

  @Override
  public String profile() {
    return "compact";
  }

  @Override
  public int encodedLength(NetworkValue value) {
    return writer.length(value);
  }

  @Override
  public void encode(NetworkValue value, ByteBuf out) {
    writer.write(value, out);
  }

  @Override
  public NetworkValue decode(ByteBuf in, DecodeLimits limits) {
    return reader.readAll(in, limits, ArraySource.fresh());
  }

  @Override
  public NetworkValue decode(ByteBuf in, DecodeLimits limits, ArraySource arrays) {
    return reader.readAll(in, limits, arrays);
  }

  @Override
  public Batch decodeBatch(ByteBuf in, DecodeLimits limits) {
    int start = in.readerIndex();
    NetworkValue value = reader.readAll(in, limits, ArraySource.fresh());
    if (value instanceof Batch batch) {
      return batch;
    }
    throw new CodecException(CodecException.NONE, start, "Batch", value.kind());
  }
}
