package org.sotto.net.tcp;

import java.io.IOException;

/** A handshake that will not succeed by being tried again on this connection. */
final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
