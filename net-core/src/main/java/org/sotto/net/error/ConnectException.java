package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/** A peer could not be reached within the deadline; the text names its endpoint. */
public final class ConnectException extends SottoException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message who was tried, where, for how long, and the last cause
   * @param cause the last failure, if there was one
   */
  public ConnectException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
