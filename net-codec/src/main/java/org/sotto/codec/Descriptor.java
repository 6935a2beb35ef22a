package org.sotto.codec;

/**
 * The variants on the wire and their numbers, the same in both profiles.
 *
 * <p>Numbers up to 0x0F fit the low four bits, which leaves the high four to the profile: the bit
 * value 1 is 0x12 from the start, and the compact profile puts small counts there for the {@link
 * #counted} ones. So 0x10, 0x11 and 0x12 must not share their low bits with a counted variant.
 */
enum Descriptor {
  ABORT(0x00, false),
  PRF_KEY(0x01, false),
  BIT_ZERO(0x02, false),
  BIT_ONE(0x12, false),
  RING16(0x03, false),
  RING32(0x04, false),
  RING64(0x05, false),
  RING16_VEC(0x06, true),
  RING32_VEC(0x07, true),
  RING64_VEC(0x08, true),
  STATE_CHECKSUM(0x09, false),
  BATCH(0x0A, true),
  PRF_CHECK(0x0B, false),
  BYTES(0x0C, true),
  PACKED_VEC(0x0D, true),
  BLOCK_VEC(0x0E, true),
  BIT_VEC(0x0F, true),
  OPAQUE(0x10, false),
  BLOCK(0x11, false);

  /** The byte on the wire. */
  final int code;

  /** Whether a number of elements follows. */
  final boolean counted;

  Descriptor(int code, boolean counted) {
    this.code = code;
    this.counted = counted;
  }
}
