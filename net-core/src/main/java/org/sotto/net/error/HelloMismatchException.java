package org.sotto.net.error;

import java.util.List;
import org.sotto.codec.SottoException;

/** A peer was reached and is set up differently: every field that differs is listed. */
public final class HelloMismatchException extends SottoException {
  private static final long serialVersionUID = 1L;

  private final String[] mismatches;

  /**
   * @param who the peer, or what is known of it
   * @param mismatches one entry a field: {@code field: expected X, got Y}
   */
  public HelloMismatchException(String who, List<String> mismatches) {
    super(who + " is set up differently: " + String.join("; ", mismatches));
    this.mismatches = mismatches.toArray(String[]::new);
  }

  /** One entry for each field that differs. */
  public List<String> mismatches() {
    return List.of(mismatches);
  }
}
