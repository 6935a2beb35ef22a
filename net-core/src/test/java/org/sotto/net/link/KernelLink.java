package org.sotto.net.link;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A link that the Linux kernel makes: a network namespace behind a pair of virtual Ethernet devices
 * whose near end has the token bucket filter of {@code tc}. It needs root and iproute2; a test is
 * skipped where it cannot be made.
 */
final class KernelLink implements AutoCloseable {
  /** Payload of a full Ethernet frame of TCP with time stamps, over all that the filter counts. */
  static final double PAYLOAD_PART = 1448.0 / 1514;

  private static final int PORT = 5201;

  private final String name = "sotto" + ProcessHandle.current().pid();
  private final String near = "so" + ProcessHandle.current().pid() % 1_000_000;
  private final int subnet = (int) (ProcessHandle.current().pid() % 250);

  /**
   * Makes it, or ends the test as skipped.
   *
   * @param rate bits per second from here into the namespace, frame headers included
   */
  KernelLink(long rate) {
    try {
      need("ip", "netns", "add", name);
      need("ip", "link", "add", near, "type", "veth", "peer", "name", "far", "netns", name);
      need("ip", "addr", "add", address(1) + "/30", "dev", near);
      need("ip", "link", "set", near, "up");
      need("ip", "-n", name, "addr", "add", address(2) + "/30", "dev", "far");
      need("ip", "-n", name, "link", "set", "far", "up");
      String bits = rate + "bit";
      need("tc qdisc add dev " + near + " root tbf rate " + bits + " burst 32kb latency 50ms");
    } catch (RuntimeException e) { // the assumption failed too
      close();
      throw e;
    }
  }

  private String address(int host) {
    return "10.231." + subnet + "." + host;
  }

  /** Bits per second of payload that come out in the namespace when a socket sends all it can. */
  double measure(long bytes) throws IOException, InterruptedException {
    Process sink =
        new ProcessBuilder(
                "ip",
                "netns",
                "exec",
                name,
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                KernelLink.class.getName(),
                String.valueOf(bytes))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var lines = sink.inputReader(StandardCharsets.UTF_8)) {
      if (!"ready".equals(lines.readLine())) {
        throw new IOException("the sink did not start");
      }
      try (Socket socket = new Socket(address(2), PORT)) {
        Wire.send(socket, bytes).join();
        return Double.parseDouble(lines.readLine());
      }
    } finally {
      sink.destroyForcibly().waitFor();
    }
  }

  /** The sink in the namespace: takes one connection and prints the rate. */
  public static void main(String[] args) throws IOException {
    try (ServerSocket server = new ServerSocket(PORT)) {
      System.out.println("ready");
      try (Socket socket = server.accept()) {
        Wire.Received received = Wire.receive(socket, Long.parseLong(args[0])).join();
        System.out.printf(Locale.ROOT, "%.1f%n", received.bitsPerSecond());
      }
    }
  }

  private static void need(String... command) {
    String line = String.join(" ", command);
    String said = run(line);
    assumeTrue(
        said.isEmpty(), () -> "no link of the kernel here, skipped: '" + line + "' says: " + said);
  }

  private static String run(String line) {
    try {
      Process process =
          new ProcessBuilder(List.of(line.split(" "))).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "nothing for 10 s";
      }
      return process.exitValue() == 0 ? "" : said.strip() + " (" + process.exitValue() + ")";
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  @Override
  public void close() {
    // The devices go with the namespace; the near one may be left if it was never moved.
    Stream.of("ip netns del " + name, "ip link del " + near).forEach(KernelLink::run);
  }
}
