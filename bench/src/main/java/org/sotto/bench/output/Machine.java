package org.sotto.bench.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that figures were measured on. */
public final class Machine {
  private Machine() {}

  /** Processor, cores and JDK. */
  public static String describe() {
    return cpu()
        + ", "
        + Runtime.getRuntime().availableProcessors()
        + " cores, JDK "
        + Runtime.version();
  }

  private static String cpu() {
    Path info = Path.of("/proc/cpuinfo");
    try {
      if (Files.isReadable(info)) {
        return Files.readAllLines(info).stream()
            .filter(line -> line.startsWith("model name"))
            .map(line -> line.substring(line.indexOf(':') + 1).trim())
            .findFirst()
            .orElse(System.getProperty("os.arch"));
      }
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
    return System.getProperty("os.arch");
  }
}
