package org.sotto.net.link;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Profiles as one line of text, exact both ways. */
final class ProfileText {
  private static final String NONE = "none";
  private static final String KEYS = "rtt, delay, jitter, rate, flow, stalls, slots";
  private static final Pattern NUMBER = Pattern.compile("([0-9]{1,18}(?:\\.[0-9]{1,9})?)([a-z]*)");
  private static final Map<String, Integer> TIMES = Map.of("ns", 0, "us", 3, "ms", 6, "s", 9);
  private static final Map<String, Integer> RATES =
      Map.of("bit", 0, "kbit", 3, "mbit", 6, "gbit", 9);

  private ProfileText() {}

  static void check(boolean holds, String what, String expected, String got) {
    if (!holds) {
      throw new IllegalArgumentException(what + ": expected " + expected + ", got " + got);
    }
  }

  static String line(LinkProfile p) {
    return p.name()
        + ",rtt="
        + time(p.delay().multipliedBy(2))
        + ",jitter="
        + time(p.jitter())
        + ",rate="
        + rate(p.rate())
        + ",flow="
        + (p.flowRate() == 0 ? NONE : rate(p.flowRate()))
        + ",stalls="
        + p.stalls().map(s -> time(s.period()) + "/" + time(s.length())).orElse(NONE)
        + ",slots="
        + p.slots()
            .map(s -> time(s.period()) + "/" + time(s.offset()) + "/" + s.share())
            .orElse(NONE);
  }

  static LinkProfile parse(String text) {
    List<String> words = List.of(text.strip().split(",", -1));
    String first = words.getFirst().strip().toLowerCase(Locale.ROOT);
    boolean known = LinkProfile.NAMED.stream().anyMatch(p -> p.name().equals(first));
    LinkProfile profile;
    if (known) {
      profile = LinkProfile.named(first);
    } else if (words.size() > 1 && !first.contains("=") && has(words, "rate") && hasDelay(words)) {
      profile = LinkProfile.of(first, Duration.ZERO, 1);
    } else {
      return LinkProfile.named(first); // which fails and lists the names
    }
    for (String word : words.subList(1, words.size())) {
      profile = set(profile, word.strip());
    }
    return profile;
  }

  private static boolean has(List<String> words, String key) {
    return words.stream().anyMatch(w -> w.strip().toLowerCase(Locale.ROOT).startsWith(key + "="));
  }

  private static boolean hasDelay(List<String> words) {
    return has(words, "rtt") || has(words, "delay");
  }

  private static LinkProfile set(LinkProfile profile, String word) {
    int equals = word.indexOf('=');
    check(equals > 0, "link", "key=value with one of " + KEYS, "'" + word + "'");
    String key = word.substring(0, equals).toLowerCase(Locale.ROOT);
    String value = word.substring(equals + 1).toLowerCase(Locale.ROOT);
    boolean none = value.equals(NONE);
    return switch (key) {
      case "rtt" -> profile.withRoundTrip(time(value));
      case "delay" -> profile.withDelay(time(value));
      case "jitter" -> profile.withJitter(none ? Duration.ZERO : time(value));
      case "rate" -> profile.withRate(rate(value));
      case "flow" -> profile.withFlowRate(none ? 0 : rate(value));
      case "stalls" -> none ? profile.withoutStalls() : profile.withStalls(stalls(value));
      case "slots" -> none ? profile.withoutSlots() : profile.withSlots(slots(value));
      default ->
          throw new IllegalArgumentException("link: expected one of " + KEYS + ", got " + key);
    };
  }

  private static Stalls stalls(String value) {
    String[] parts = value.split("/", -1);
    check(parts.length == 2, "stalls", "period/length", "'" + value + "'");
    return new Stalls(time(parts[0]), time(parts[1]));
  }

  private static Slots slots(String value) {
    String[] parts = value.split("/", -1);
    check(parts.length == 3, "slots", "period/offset/share", "'" + value + "'");
    try {
      return new Slots(time(parts[0]), time(parts[1]), Double.parseDouble(parts[2]));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("slots: expected a share as 0.5, got " + parts[2], e);
    }
  }

  private static Duration time(String value) {
    return Duration.ofNanos(number(value, TIMES, "a time in ns, us, ms or s, as 5.5ms"));
  }

  private static long rate(String value) {
    return number(value, RATES, "a rate in bit, kbit, Mbit or Gbit, as 100Mbit");
  }

  private static long number(String value, Map<String, Integer> units, String expected) {
    Matcher matcher = NUMBER.matcher(value);
    if (!matcher.matches() || !units.containsKey(matcher.group(2))) {
      throw new IllegalArgumentException("link: expected " + expected + ", got '" + value + "'");
    }
    try {
      return new BigDecimal(matcher.group(1))
          .scaleByPowerOfTen(units.get(matcher.group(2)))
          .longValueExact();
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("link: expected " + expected + ", got '" + value + "'", e);
    }
  }

  /** A time in the unit that people would use. */
  static String time(Duration time) {
    long nanos = time.toNanos();
    if (nanos >= 1_000_000_000L && nanos % 1_000_000 == 0) {
      return scaled(nanos, 9) + "s";
    }
    return nanos == 0 || nanos >= 1_000_000
        ? scaled(nanos, 6) + "ms"
        : nanos >= 1_000 ? scaled(nanos, 3) + "us" : nanos + "ns";
  }

  /** A rate in the unit that people would use. */
  static String rate(long bits) {
    if (bits >= 1_000_000_000L) {
      return scaled(bits, 9) + "Gbit";
    }
    return bits >= 1_000_000
        ? scaled(bits, 6) + "Mbit"
        : bits >= 1_000 ? scaled(bits, 3) + "kbit" : bits + "bit";
  }

  private static String scaled(long number, int power) {
    return BigDecimal.valueOf(number, power).stripTrailingZeros().toPlainString();
  }
}
