package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sotto.bench.cost.AdderChoice;
import org.sotto.bench.cost.Profile;
import org.sotto.bench.party.IrisClient;
import org.sotto.bench.party.PartyFile;
import org.sotto.mpc.iris.IrisGenerator;
import org.sotto.mpc.iris.IrisTemplate;
import org.sotto.net.Mesh;
import org.sotto.net.MeshOptions;
import org.sotto.net.Parties;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.PartyTable;

/** {@code sotto party} as users run it: one process a party, and what goes wrong there. */
final class PartyProcessTest {
  @TempDir private Path folder = Path.of("");

  private final PartyTable table = Parties.loopbackTable("alice", "bob", "charlie", "client");
  private final List<Process> processes = new ArrayList<>();
  private final IrisGenerator generator = new IrisGenerator(3);

  @BeforeEach
  void writeTable() throws IOException {
    PartyFile.write(table, folder.resolve("parties.yaml"));
  }

  @AfterEach
  void endProcesses() {
    processes.forEach(Process::destroyForcibly);
  }

  private Process party(int id, String... more) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                Sotto.class.getName(),
                "party",
                "--id",
                "" + id,
                "--parties",
                folder.resolve("parties.yaml").toString()));
    command.addAll(List.of(more));
    Process process =
        new ProcessBuilder(command)
            .redirectError(folder.resolve("party-" + id + ".log").toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(process);
    return process;
  }

  private String log(int id) throws IOException {
    return Files.readString(folder.resolve("party-" + id + ".log"));
  }

  private Mesh clientMesh() {
    return Mesh.connect(
        table, 3, MeshOptions.defaults().withConnectDeadline(Duration.ofSeconds(60)));
  }

  private void queryAndCheck(IrisClient client) {
    IrisTemplate query = generator.person();
    IrisClient.Answer answer =
        client.query(
            query,
            List.of(generator.capture(query, 0.1), generator.person()),
            Profile.COMPACT,
            AdderChoice.PREFIX);
    assertThat(answer.matches()).containsExactly(true, false);
  }

  @Test
  void aPartyThatStartsLateIsWaitedFor() throws Exception {
    party(0);
    party(1);
    CompletableFuture<Mesh> connecting = CompletableFuture.supplyAsync(this::clientMesh);
    assertThatThrownBy(() -> connecting.get(3, TimeUnit.SECONDS))
        .isInstanceOf(TimeoutException.class);
    party(2);
    try (Mesh mesh = connecting.get(30, TimeUnit.SECONDS);
        IrisClient client = new IrisClient(mesh)) {
      queryAndCheck(client);
    }
  }

  /** All that a socket says until its peer hangs up. */
  private static String ended(Socket socket) throws IOException {
    return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
  }

  @Test
  void strangersAreNamedInTheLogAndTheRunBesideThemSucceeds() throws Exception {
    for (int id = 0; id < 3; id++) {
      party(id);
    }
    try (Mesh mesh = clientMesh();
        IrisClient client = new IrisClient(mesh)) {
      Endpoint alice = table.party(0).advertised();
      try (Socket http = connect(alice);
          Socket half = connect(alice);
          Socket _ = connect(alice)) {
        http.getOutputStream()
            .write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        half.getOutputStream().write("SOTTO\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(ended(http)).contains("magic: expected 'SOTTO', got 'GET / HT'");
        half.shutdownOutput();
        assertThat(ended(half)).isEmpty();
        queryAndCheck(client);
      }
      queryAndCheck(client);
    }
    assertThat(processes.get(0).waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(processes.get(0).exitValue()).isZero();
    assertThat(log(0))
        .contains("refused a connection from /127.0.0.1")
        .contains("magic: expected 'SOTTO', got 'GET / HT'")
        .contains("the connection ended before a complete hello");
  }

  private static Socket connect(Endpoint endpoint) throws IOException {
    Socket socket = new Socket();
    socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), 2000);
    socket.setSoTimeout(5000);
    return socket;
  }

  @Test
  void aKilledPartyIsNamedToTheClientAndByTheOthers() throws Exception {
    for (int id = 0; id < 3; id++) {
      party(id);
    }
    try (Mesh mesh = clientMesh();
        IrisClient client = new IrisClient(mesh)) {
      queryAndCheck(client);
      processes.get(2).destroyForcibly().waitFor();
      assertThatThrownBy(() -> queryAndCheck(client)).hasMessageContaining("charlie");
    }
    for (int id = 0; id < 2; id++) {
      assertThat(processes.get(id).waitFor(10, TimeUnit.SECONDS)).isTrue();
      assertThat(processes.get(id).exitValue()).isNotZero();
      assertThat(log(id)).contains("charlie (party 2)");
    }
  }

  @Test
  void aPartyThatNeverComesIsNamedWithItsEndpoint() throws Exception {
    Process bob = party(1, "--connect-seconds", "2");
    assertThat(bob.waitFor(20, TimeUnit.SECONDS)).isTrue();
    assertThat(bob.exitValue()).isEqualTo(ExitCode.TIMEOUT);
    assertThat(log(1))
        .contains("could not connect to alice (party 0) at " + table.party(0).advertised());
  }
}
