package org.sotto.bench.net;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sotto.net.Session;

/** A second process that ends early is an error that says so, and nothing waits for it. */
@Timeout(100)
final class NetBenchTest {
  private static final Plan.Step FIRST = Plan.of(true, List.of("driven")).steps().getFirst();

  private static Session open(Endpoints ends) {
    return ends.mesh()
        .session(FIRST.kind() + " " + FIRST.variant().name(), FIRST.variant().session());
  }

  /** Ends at once. */
  static final class Stillborn {
    private Stillborn() {}

    @SuppressWarnings("DoNotCallSuggester") // nobody calls it but a process
    public static void main(String[] args) throws IOException {
      throw new IOException("expected by a test: this process ends at once");
    }
  }

  /** Says that it is ready for the first batch, and ends. */
  static final class EndsInTheMiddle {
    private EndsInTheMiddle() {}

    public static void main(String[] args) throws IOException {
      Endpoints ends = NetPeer.connect(args);
      Session _ = open(ends);
      ends.control().begin();
      Runtime.getRuntime().halt(7);
    }
  }

  /** Takes part in the first step's sessions, but answers with the wrong message. */
  static final class AnswersWrongly {
    private AnswersWrongly() {}

    public static void main(String[] args) throws IOException {
      try (Endpoints ends = NetPeer.connect(args);
          Session _ = open(ends)) {
        Wire wire = Wire.plain(ends.plain(), Plan.PING_SIZE);
        ends.control().begin();
        wire.receive(Payload.number(0, 0));
        wire.send(Payload.number(0, 0)); // What came, and no answer.
        int _ = ends.plain().getInputStream().read();
      }
    }
  }

  /** Ends while a session waits for it. */
  static final class EndsInASession {
    private EndsInASession() {}

    public static void main(String[] args) throws IOException {
      Endpoints ends = NetPeer.connect(args);
      Wire wire = Wire.plain(ends.plain(), FIRST.size());
      Session _ = open(ends);
      ends.control().begin();
      for (int i = 0; i < FIRST.count(); i++) {
        wire.receive(Payload.number(0, i));
        wire.send(Payload.answer(Payload.number(0, i)));
      }
      long _ = ends.control().bothCpu(0);
      ends.control().begin();
      Runtime.getRuntime().halt(7);
    }
  }

  private static NetBench bench() {
    return new NetBench(true, List.of("driven"));
  }

  @Test
  void beforeItConnects() {
    assertThatThrownBy(() -> bench().run(Stillborn.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the second process ended with exit code 1");
  }

  @Test
  void betweenPlainMessages() {
    assertThatThrownBy(() -> bench().run(EndsInTheMiddle.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the second process ended with exit code 7");
  }

  @Test
  void inASession() {
    assertThatThrownBy(() -> bench().run(EndsInASession.class))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the second process ended with exit code 7");
  }

  @Test
  void aWrongAnswerFailsTheBenchmark() {
    assertThatThrownBy(() -> bench().run(AnswersWrongly.class))
        .isInstanceOf(IOException.class)
        .hasStackTraceContaining("wrong payload");
  }
}
