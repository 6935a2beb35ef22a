package org.sotto.codec;

import io.netty.buffer.ByteBuf;

/**
 * The profile of parity: byte for byte the layout that the iris-mpc project introduced in its pull
 * request 844, extended by the same rule to the later variants. All numbers are little-endian.
 *
 * <pre>
 * 0x00 Abort          | code u16 | bytes u8 | phase, UTF-8 | bytes u16 | text, UTF-8 |
 * 0x01 PrfKey         | 16 bytes |
 * 0x02 Bit 0, 0x12 Bit 1                   (the descriptor is the whole value)
 * 0x03 Ring16         | u16 |
 * 0x04 Ring32         | u32 |
 * 0x05 Ring64         | u64 |
 * 0x06 Ring16Vec      | elements u32 | u16 each |
 * 0x07 Ring32Vec      | elements u32 | u32 each |
 * 0x08 Ring64Vec      | elements u32 | u64 each |
 * 0x09 StateChecksum  | irises u64 | graph u64 |
 * 0x0B PrfCheck       | low u64 | high u64 |
 * 0x0C Bytes          | bytes u32 | bytes |
 * 0x0D PackedVec      | width u8 | elements u32 | ceil(elements * width / 8) bytes |
 * 0x0E BlockVec       | blocks u32 | low u64, high u64 each |
 * 0x0F BitVec         | bits u32 | ceil(bits / 8) bytes, least significant bit first |
 * 0x10 Opaque         | bytes u32 | bytes of the registry |
 * 0x11 Block          | low u64 | high u64 |
 * no descriptor: Batch  | values u32 | values |
 * </pre>
 *
 * <p>Unused bits of the last byte of a PackedVec or BitVec are zero. As a batch has no descriptor,
 * {@link #decode} never yields one; {@link #decodeBatch} reads it.
 */
public final class TaggedCodec implements ValueCodec {
  private final ValueWriter writer;
  private final ValueReader reader;

  /** A codec that refuses {@link Opaque}. */
  public TaggedCodec() {
    CountForm form = new FixedCounts();
    writer = new ValueWriter(form, null);
    reader = new ValueReader(form, null);
  }

  /**
   * A codec that takes {@link Opaque} too.
   *
   * @param registry the classes that the application sends; the same for all parties
   */
  public TaggedCodec(KryoRegistry registry) {
    CountForm form = new FixedCounts();
    writer = new ValueWriter(form, registry);
    reader = new ValueReader(form, registry);
  }

  @Override
  public String profile() {
    return "tagged";
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
    return reader.readAllBare(in, limits);
  }
}
