package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/**
 * This party's own certificate, private key or CA file is not as it should be; the text names the
 * file, what was expected and what it has. Nothing was sent to anybody.
 */
public final class IdentityException extends SottoException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the file, what was expected and what it has; nothing of a key
   * @param cause what the platform said, if anything
   */
  public IdentityException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
