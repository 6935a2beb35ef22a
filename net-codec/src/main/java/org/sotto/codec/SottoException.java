package org.sotto.codec;

import org.jspecify.annotations.Nullable;

/**
 * The root of the library's one unchecked hierarchy: every failure that the library itself reports,
 * on the wire, in a session or in a protocol, is a subclass. Faults of the caller (a null, a length
 * that no record allows) stay {@link IllegalArgumentException} and its kin.
 *
 * <p>Messages of all subclasses hold counts, lengths and names only. They never hold payload, which
 * may be secret.
 */
public abstract class SottoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Creates an exception without a cause.
   *
   * @param message what was expected and what was met, free of payload
   */
  protected SottoException(String message) {
    super(message);
  }

  /**
   * Creates an exception with a cause.
   *
   * @param message what was expected and what was met, free of payload
   * @param cause the failure below, if there is one
   */
  protected SottoException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
