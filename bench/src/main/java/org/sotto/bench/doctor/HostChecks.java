package org.sotto.bench.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.netty.channel.epoll.Epoll;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.sotto.bench.doctor.Finding.Where;
import org.sotto.net.SessionOptions;
import org.sotto.net.link.LinkProfile;

/** The JDK, sockets, descriptors and buffers of this machine. */
final class HostChecks {
  private static final int JDK = 25;
  private static final long FEW_SESSIONS = 16;
  private static final Path PROC = Path.of("/proc/sys/net/ipv4");

  /** Least, initial and most bytes; less than a page is no buffer, whatever emulates the file. */
  private static final Pattern SIZES = Pattern.compile("\\s*\\d+\\s+\\d+\\s+\\d{4,18}\\s*");

  private final Path limits;

  HostChecks() {
    this(PROC);
  }

  /**
   * @param limits where the kernel's {@code tcp_rmem} and {@code tcp_wmem} are
   */
  HostChecks(Path limits) {
    this.limits = limits;
  }

  List<Finding> runtime(int peers) {
    List<Finding> findings = new ArrayList<>();
    int jdk = Runtime.version().feature();
    findings.add(
        jdk == JDK
            ? Finding.ok(Where.HERE, "JDK", Runtime.version().toString())
            : Finding.warn(
                Where.HERE, "JDK", "" + JDK, Runtime.version().toString(), "set JAVA_HOME"));
    findings.add(sockets());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      findings.add(
          descriptors(peers, unix.getMaxFileDescriptorCount() - unix.getOpenFileDescriptorCount()));
    }
    return findings;
  }

  private static Finding sockets() {
    if (Epoll.isAvailable()) {
      return Finding.ok(Where.HERE, "sockets", "epoll");
    }
    return Finding.warn(
        Where.HERE,
        "sockets",
        "epoll",
        "the JDK's selector: " + String.valueOf(Epoll.unavailabilityCause().getMessage()),
        "on Linux x86_64 have netty-transport-native-epoll on the class path, java.io.tmpdir"
            + " without noexec; it works without, more slowly");
  }

  /** A driven session that has grown to all flows holds that many descriptors for each peer. */
  static Finding descriptors(int peers, long free) {
    long each = (long) peers * SessionOptions.MOST_FLOWS;
    long sessions = free / each;
    String got = free + " free: room for " + sessions + " driven sessions of 16 flows to " + peers;
    if (sessions >= FEW_SESSIONS) {
      return Finding.ok(Where.HERE, "file descriptors", got + " peers");
    }
    String advice = "raise it (ulimit -n), or use shared sessions";
    String expected = "room for " + FEW_SESSIONS + " or more sessions, " + FEW_SESSIONS * each;
    return sessions == 0
        ? Finding.fail(Where.HERE, "file descriptors", expected, got + " peers", advice)
        : Finding.warn(Where.HERE, "file descriptors", expected, got + " peers", advice);
  }

  /** Whether one flow's buffers hold what is under way on it, and how many flows do if not. */
  List<Finding> buffers(LinkProfile link) {
    List<Finding> findings = new ArrayList<>();
    for (String name : List.of("tcp_rmem", "tcp_wmem")) {
      Path file = limits.resolve(name);
      if (Files.isReadable(file)) {
        try {
          findings.add(buffer(name, firstLine(file), link));
        } catch (IOException e) {
          findings.add(
              Finding.warn(
                  Where.HERE, name, "that " + file + " can be read", "" + e, "look by hand"));
        }
      }
    }
    return findings;
  }

  /** In one large read: of such a file the kernel gives nothing to a second one. */
  private static String firstLine(Path file) throws IOException {
    try (BufferedReader reader = Files.newBufferedReader(file)) {
      String line = reader.readLine();
      return line == null ? "" : line;
    }
  }

  private Finding buffer(String name, String text, LinkProfile link) {
    if (!SIZES.matcher(text).matches()) {
      return Finding.warn(
          Where.HERE,
          name,
          "three numbers of bytes in " + limits.resolve(name),
          "'" + text.strip() + "'",
          "ask whoever runs this machine (sysctl net.ipv4." + name + ")");
    }
    String[] numbers = text.strip().split("\\s+", -1);
    long most = Long.parseLong(numbers[2]);
    double underWay = link.mostFlowRate() / 8.0 * 2 * link.delay().toNanos() / 1e9;
    // The kernel counts its own bookkeeping in, up to as much again.
    long needed = (long) Math.ceil(2 * underWay);
    String got =
        String.format(
            Locale.ROOT,
            "at most %,d bytes; rate x round trip of link %s is %,.0f a flow",
            most,
            link.name(),
            underWay);
    if (most >= needed) {
      return Finding.ok(Where.HERE, name, got);
    }
    long flows = (needed + most - 1) / most;
    return Finding.warn(
        Where.HERE,
        name,
        String.format(Locale.ROOT, "at least %,d, twice what is under way", needed),
        got,
        String.format(
            Locale.ROOT,
            "sysctl -w net.ipv4.%s='%s %s %d', or let %d flows or more share the load",
            name,
            numbers[0],
            numbers[1],
            needed,
            flows));
  }
}
