package org.sotto.bench.doctor;

/**
 * What a check found.
 *
 * @param level whether it is as it should be
 * @param where whose matter it is
 * @param check what was looked at
 * @param expected what should be there; empty if all is well
 * @param got what is there
 * @param advice what to do; empty if there is nothing to do
 */
public record Finding(
    Level level, Where where, String check, String expected, String got, String advice) {
  /** How bad it is. */
  public enum Level {
    /** As it should be. */
    OK,
    /** Works, or may work, but not as well as it could. */
    WARN,
    /** A run cannot work like this. */
    FAIL
  }

  /** Whose matter it is. */
  public enum Where {
    /** This machine. */
    HERE,
    /** Another party, or the way to it. */
    PEER,
    /** A file that the command line names. */
    FILE
  }

  static Finding ok(Where where, String check, String got) {
    return new Finding(Level.OK, where, check, "", got, "");
  }

  static Finding warn(Where where, String check, String expected, String got, String advice) {
    return new Finding(Level.WARN, where, check, expected, got, advice);
  }

  static Finding fail(Where where, String check, String expected, String got, String advice) {
    return new Finding(Level.FAIL, where, check, expected, got, advice);
  }
}
