package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/** A session was used after it had failed, was closed, or was interrupted; the cause says how. */
public final class SessionFailedException extends SottoException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the session and what was attempted
   * @param cause the first failure, if there was one
   */
  public SessionFailedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
