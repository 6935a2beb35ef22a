package org.sotto.bench.net;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sotto.bench.net.Plan.Step;

/** The second process of {@code sotto bench net}. */
public final class NetPeer {
  private static final int FIRST_PORT = 3;

  private NetPeer() {}

  /**
   * Arguments: {@code smoke} or {@code full}, the variants' names with slashes between, the folder
   * of keys, and five ports: the first process's plain one, then the meshes'.
   */
  public static void main(String[] args) throws IOException {
    try (Endpoints ends = connect(args)) {
      Plan plan = Plan.of(args[0].equals("smoke"), names(args[1]));
      Batches batches = new Batches(ends);
      for (Step step : plan.steps()) {
        Batches.Pairs _ = batches.run(step);
      }
      Memory memory = new Memory(ends);
      Memory.Allocation _ = memory.allocation("driven", Plan.DRIVEN.session(), plan.sends());
      Memory.Allocation _ = memory.allocation("shared", Plan.SHARED.session(), plan.sends());
      Memory.Idle _ = memory.idle(plan.sessions());
    }
  }

  /** Connects to the first process as the arguments say. */
  static Endpoints connect(String[] args) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int i = FIRST_PORT; i < args.length; i++) {
      ports.add(Integer.parseInt(args[i]));
    }
    return Endpoints.connect(ports.getFirst(), ports.subList(1, ports.size()), Path.of(args[2]));
  }

  private static List<String> names(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined.split("/"));
  }
}
