package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/**
 * A peer was reached and cannot be trusted: it speaks no TLS 1.3, its certificate is not good, or
 * names another party than the one that was expected. Trying again does not help.
 */
public final class TlsException extends SottoException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message who was met, what was expected and what came
   * @param cause what the handshake said, if anything
   */
  public TlsException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
