package org.sotto.bench.mpc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.Session;
import org.sotto.net.SessionOptions;

/** A party that ends early is an error that says so, and nothing waits for it. */
@Timeout(100)
final class MpcBenchTest {
  private static final List<String> OPEN = List.of("open");

  private static Endpoints join(String[] args) throws IOException {
    List<Integer> ports = Arrays.stream(args[4].split(",")).map(Integer::valueOf).toList();
    return Endpoints.join(Integer.parseInt(args[0]), ports, Path.of(args[3]), () -> true);
  }

  /** Ends at once. */
  static final class Stillborn {
    private Stillborn() {}

    @SuppressWarnings("DoNotCallSuggester") // nobody calls it but a process
    public static void main(String[] args) throws IOException {
      throw new IOException("expected by a test: this process ends at once");
    }
  }

  /** Party 2 ends once it has its keys. */
  static final class EndsInASession {
    private EndsInASession() {}

    public static void main(String[] args) throws IOException {
      if (args[0].equals("1")) {
        MpcPeer.main(args);
        return;
      }
      Endpoints ends = join(args);
      Session session = ends.mesh().session("bench plain", SessionOptions.defaults());
      ThreeParty _ = ThreeParty.setUp(session);
      Runtime.getRuntime().halt(7);
    }
  }

  /** Party 1 has other shares than the inputs'. */
  static final class SharesWrongly {
    private SharesWrongly() {}

    public static void main(String[] args) throws IOException {
      boolean smoke = true;
      try (Endpoints ends = join(args)) {
        List<Workload> workloads = Workloads.of(smoke, OPEN);
        if (args[0].equals("1")) {
          Workload right = workloads.getFirst();
          workloads =
              List.of(
                  new Workload(
                      right.what(),
                      right.how(),
                      right.n(),
                      mpc -> Workloads.open(mpc, right.n(), 1)));
        }
        List<MpcRow> _ = MpcBench.rows(ends, workloads, smoke);
      }
    }
  }

  @Test
  void beforeItConnects() {
    assertThatThrownBy(() -> new MpcBench(true, OPEN).run(Stillborn.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("party 1 ended with exit code 1");
  }

  @Test
  void inASession() {
    assertThatThrownBy(() -> new MpcBench(true, OPEN).run(EndsInASession.class))
        .isInstanceOf(IOException.class)
        .hasMessageMatching("party [12] ended with exit code [17] before the benchmark did.*");
  }

  @Test
  void aWrongResultFailsTheBenchmark() {
    assertThatThrownBy(() -> new MpcBench(true, OPEN).run(SharesWrongly.class))
        .hasMessageMatching("party [12] ended with exit code 1 before the benchmark did.*");
  }
}
