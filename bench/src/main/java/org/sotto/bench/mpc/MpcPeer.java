package org.sotto.bench.mpc;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** Parties 1 and 2 of {@code sotto bench mpc}, each a process. */
public final class MpcPeer {
  private MpcPeer() {}

  /**
   * Arguments: the party, {@code smoke} or {@code full}, the operations' names with commas between,
   * the folder of keys, and the ports.
   */
  public static void main(String[] args) throws IOException {
    List<String> only = args[2].isEmpty() ? List.of() : List.of(args[2].split(","));
    List<Integer> ports = Arrays.stream(args[4].split(",")).map(Integer::valueOf).toList();
    boolean smoke = args[1].equals("smoke");
    try (Endpoints ends =
        Endpoints.join(Integer.parseInt(args[0]), ports, Path.of(args[3]), () -> true)) {
      List<MpcRow> _ = MpcBench.rows(ends, Workloads.of(smoke, only), smoke);
    }
  }
}
