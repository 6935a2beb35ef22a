package org.sotto.bench;

import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.error.IdentityException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.error.SessionTimeoutException;
import org.sotto.net.error.TlsException;

/** What the command's exit codes mean. The launcher adds 69: no JDK 25 was found. */
final class ExitCode {
  static final int OK = 0;

  /** The run failed, or its answer was wrong. */
  static final int FAILED = 1;

  /** The command line, or a file that it names, is not as it should be. */
  static final int USAGE = 2;

  /** Another party aborted, was lost, is set up differently, or is not who it should be. */
  static final int PEER = 3;

  /** Another party did not come, or made no progress, in time. */
  static final int TIMEOUT = 4;

  private ExitCode() {}

  static int of(Throwable failure) {
    return switch (failure) {
      case PartyAbortedException e -> PEER;
      case PeerLostException e -> PEER;
      case HelloMismatchException e -> PEER;
      case TlsException e -> PEER;
      case ConnectException e -> TIMEOUT;
      case SessionTimeoutException e -> TIMEOUT;
      case IdentityException e -> USAGE;
      case IllegalArgumentException e -> USAGE;
      default -> FAILED;
    };
  }
}
