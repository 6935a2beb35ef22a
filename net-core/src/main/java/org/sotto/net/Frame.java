package org.sotto.net;

import io.netty.buffer.ByteBuf;

/**
 * The header of a frame on flow 0 of a session: one varint (LEB128) of length and kind, and for one
 * kind a second.
 *
 * <pre>
 * varint( payload length in bytes * 4 + kind ) | [ varint( depth ) ] | payload
 *
 * kind 0  END        the last or only frame of a message; its causal depth is 1 more than that of
 *                    the message before it in the same direction
 *      1  END_DEPTH  the same with its depth written out
 *      2  MORE       a part of a message that goes on in the next frame
 *      3  STRIPED    the same, its payload on another flow: varint( flow ) follows the header
 * </pre>
 *
 * In a session with checked tags the first frame of each message has a tag behind its header, and
 * the end of an outermost phase is a frame of its own, a MORE of no bytes as no message has one:
 *
 * <pre>
 * varint( payload length * 4 + kind ) | [ varint( depth ) or flow ] | tag u8 | payload
 * 0x02 | tag u8 | sum u64
 * </pre>
 *
 * A message of up to 31 bytes in step with its round costs 1 byte of header, one of up to 4,095
 * bytes 2.
 */
final class Frame {
  static final int END = 0;
  static final int END_DEPTH = 1;
  static final int MORE = 2;
  static final int STRIPED = 3;

  /** The end of an outermost phase. */
  static final int PHASE_END = MORE;

  /** Its bytes: header, tag and sum. */
  static final int PHASE_END_BYTES = 10;

  /** The longest header: two varints, of 5 and 9 bytes, and a tag. */
  static final int MAX_HEADER_BYTES = 15;

  /** Flow numbers are below 128. */
  static final int MAX_FLOW_BYTES = 1;

  /** Depths are counts of rounds: 63 bits in 9 bytes. */
  static final int MAX_DEPTH_BYTES = 9;

  /** No protocol has more rounds; what a peer claims beyond could make our own counts overflow. */
  static final long MAX_DEPTH = 1L << 56;

  /** Lengths up to 2^28 and two bits of kind. */
  static final int MAX_LENGTH_BYTES = 5;

  private Frame() {}

  static void writeVarint(ByteBuf out, long value) {
    long left = value;
    while ((left & ~0x7FL) != 0) {
      out.writeByte((int) ((left & 0x7F) | 0x80));
      left >>>= 7;
    }
    out.writeByte((int) left);
  }
}
