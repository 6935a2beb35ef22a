package org.sotto.bench.net;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sotto.bench.net.Plan.Step;

/** The second process of {@code sotto bench net}. */
public final class NetPeer {
  private NetPeer() {}

  /**
   * Arguments: {@code smoke} or {@code full}, the variants' names with slashes between, the folder
   * of keys, and five ports.
   */
  public static void main(String[] args) throws IOException {
    List<Integer> ports = new ArrayList<>();
    for (int i = 3; i < args.length; i++) {
      ports.add(Integer.parseInt(args[i]));
    }
    try (Endpoints ends = Endpoints.connect(1, ports, Path.of(args[2]))) {
      run(new Batches(ends), Plan.of(args[0].equals("smoke"), names(args[1])));
    }
  }

  private static List<String> names(String joined) {
    return joined.isEmpty() ? List.of() : List.of(joined.split("/"));
  }

  private static void run(Batches batches, Plan plan) throws IOException {
    for (Step step : plan.steps()) {
      Batches.Pairs _ = batches.run(step);
    }
    Batches.Allocation _ = batches.allocation("driven", Plan.DRIVEN.session(), plan.sends());
    Batches.Allocation _ = batches.allocation("shared", Plan.SHARED.session(), plan.sends());
    Batches.Idle _ = batches.idle(plan.sessions());
  }
}
