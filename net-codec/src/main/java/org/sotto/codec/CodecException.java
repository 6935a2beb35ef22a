package org.sotto.codec;

/**
 * Bytes that are no encoding of a value, or a value that has no encoding.
 *
 * <p>The text names the descriptor, the offset, what was expected and what was met. It holds
 * counts, lengths, descriptors and type names, never payload: a share or a key must not reach a log
 * by way of an error.
 */
public final class CodecException extends SottoException {
  private static final long serialVersionUID = 1L;

  /** The value of {@link #descriptor()} and {@link #offset()} where there is none. */
  public static final int NONE = -1;

  /** First byte of the value at fault, 0..255, or {@link #NONE}. */
  private final int descriptor;

  /** Index in the buffer, in bytes, or {@link #NONE}. */
  private final long offset;

  private final String expected;
  private final String got;

  /**
   * Creates an exception.
   *
   * @param descriptor first byte of the value at fault, 0..255, or -1 if there is none
   * @param offset index in the buffer where the fault was met, in bytes, or -1 if there is none
   * @param expected what a right encoding has there
   * @param got what is there: a count, a length or a name, never payload
   */
  public CodecException(int descriptor, long offset, String expected, String got) {
    super(text(descriptor, offset, expected, got));
    this.descriptor = descriptor;
    this.offset = offset;
    this.expected = expected;
    this.got = got;
  }

  /** Too few bytes: {@code needed} must follow, {@code present} do. */
  static CodecException truncated(int descriptor, long offset, long needed, long present) {
    return new CodecException(descriptor, offset, needed + " bytes", present + " bytes");
  }

  /** First byte of the value at fault, 0..255, or -1 if there is none. */
  public int descriptor() {
    return descriptor;
  }

  /** Index in the buffer where the fault was met, in bytes, or -1 if there is none. */
  public long offset() {
    return offset;
  }

  /** What a right encoding has at {@link #offset()}. */
  public String expected() {
    return expected;
  }

  /** What was met at {@link #offset()}: a count, a length or a name. */
  public String got() {
    return got;
  }

  private static String text(int descriptor, long offset, String expected, String got) {
    String where =
        descriptor == NONE
            ? "no descriptor"
            : (descriptor < 16 ? "descriptor 0x0" : "descriptor 0x")
                + Integer.toHexString(descriptor);
    String at = offset == NONE ? "no offset" : "byte " + offset;
    return where + ", " + at + ": expected " + expected + ", got " + got;
  }
}
