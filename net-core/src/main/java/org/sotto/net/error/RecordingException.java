package org.sotto.net.error;

import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;

/** A recording cannot be written, or the file is none that this party can replay. */
public final class RecordingException extends SottoException {
  private static final long serialVersionUID = 1L;

  /**
   * @param message the file, what was expected and what was met
   * @param cause the failure below, if there is one
   */
  public RecordingException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
