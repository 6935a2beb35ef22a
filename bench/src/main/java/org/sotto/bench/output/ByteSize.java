package org.sotto.bench.output;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Byte counts as people write them: {@code 64MiB}, {@code 4KiB}, {@code 1500}. */
public final class ByteSize {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,12})\\s*([a-z]*)");
  private static final Map<String, Integer> UNITS =
      Map.of("", 0, "b", 0, "kib", 10, "mib", 20, "gib", 30);

  private ByteSize() {}

  /**
   * Reads a count.
   *
   * @throws IllegalArgumentException saying what was expected and what came
   */
  public static long parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
    Integer shift = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (shift == null || Long.parseLong(matcher.group(1)) > (Long.MAX_VALUE >> shift)) {
      throw new IllegalArgumentException(
          "bytes: expected a count in B, KiB, MiB or GiB, as 64MiB, got '" + text + "'");
    }
    return Long.parseLong(matcher.group(1)) << shift;
  }

  /** The count in the largest unit that divides it. */
  public static String text(long bytes) {
    if (bytes == 0) {
      return "0 B";
    }
    int unit = Math.min(3, Long.numberOfTrailingZeros(bytes) / 10);
    return (bytes >> (10 * unit))
        + switch (unit) {
          case 0 -> " B";
          case 1 -> " KiB";
          case 2 -> " MiB";
          default -> " GiB";
        };
  }
}
