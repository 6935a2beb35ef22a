package org.sotto.codec;

import io.netty.buffer.ByteBufUtil;

/**
 * The last message of a party that gives up: it tells the others why, so that they do not wait for
 * a timeout. The text travels to other parties and must not hold secrets.
 *
 * @param code reason, 0..65535
 * @param phase the step of the protocol, at most {@value #MAX_PHASE_BYTES} bytes of UTF-8
 * @param text one sentence for a person, at most {@value #MAX_TEXT_BYTES} bytes of UTF-8
 */
public record Abort(int code, String phase, String text) implements NetworkValue {
  /** The longest phase in bytes of UTF-8. */
  public static final int MAX_PHASE_BYTES = 255;

  /** The longest text in bytes of UTF-8. */
  public static final int MAX_TEXT_BYTES = 4096;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException if the code or a length is out of range, or a string is not
   *     well-formed UTF-16 and so has no UTF-8 form
   */
  public Abort {
    if (code < 0 || code > 0xFFFF) {
      throw new IllegalArgumentException("a code is 0..65535, not " + code);
    }
    checkText("phase", phase, MAX_PHASE_BYTES);
    checkText("text", text, MAX_TEXT_BYTES);
  }

  private static void checkText(String name, String value, int limit) {
    for (int i = 0; i < value.length(); i++) {
      if (Character.isHighSurrogate(value.charAt(i))
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(value.charAt(i))) {
        throw new IllegalArgumentException(name + " has half a surrogate pair");
      }
    }
    int bytes = ByteBufUtil.utf8Bytes(value);
    if (bytes > limit) {
      throw new IllegalArgumentException(
          name + " takes at most " + limit + " bytes of UTF-8, not " + bytes);
    }
  }

  @Override
  public String kind() {
    return "Abort";
  }

  @Override
  public String toString() {
    return kind();
  }
}
