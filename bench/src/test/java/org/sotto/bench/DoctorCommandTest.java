package org.sotto.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sotto.bench.party.PartyFile;
import org.sotto.net.Parties;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.PartyUri;
import org.sotto.net.tls.keys.CertifiedKey;
import org.sotto.net.tls.keys.DevelopmentCa;
import org.sotto.net.tls.keys.PartyKeys;

/** {@code sotto doctor} against what goes wrong. */
final class DoctorCommandTest {
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();

  @TempDir private Path folder = Path.of("");

  private CommandRun doctor(PartyTable table, String... more) throws Exception {
    Path file = folder.resolve("parties.yaml");
    PartyFile.write(table, file);
    List<String> line =
        new ArrayList<>(List.of("doctor", "--parties", "" + file, "--self", "0", "--link", "lan"));
    line.addAll(List.of(more));
    return CommandRun.of(line.toArray(String[]::new));
  }

  private static ServerSocket listening() throws Exception {
    return new ServerSocket(0, 50, HERE);
  }

  private static PartyTable pair(int own, String peer, int port) {
    return new PartyTable(
        List.of(
            new Party(0, "alice", new Endpoint(HERE.getHostAddress(), own)),
            new Party(1, "bob", new Endpoint(peer, port))));
  }

  private static int freePort() {
    return Parties.loopbackTable("alice", "bob").party(0).advertised().port();
  }

  private static String line(CommandRun run, String check) {
    return run.out()
        .lines()
        .filter(l -> l.length() > 6 && l.substring(6).startsWith(check))
        .findFirst()
        .orElse("no line of " + check + " in " + run.out());
  }

  @Test
  void aGoodTableWithItsPeerUpAndItsKeysIsWell() throws Exception {
    new PartyKeys(List.of("alice", "bob"), 100).write(folder, true);
    try (ServerSocket bob = listening()) {
      CommandRun run =
          doctor(
              pair(freePort(), HERE.getHostAddress(), bob.getLocalPort()),
              "--cert",
              "" + PartyKeys.certificateFile(folder, "alice"),
              "--key",
              "" + PartyKeys.keyFile(folder, "alice"),
              "--ca",
              "" + PartyKeys.caFile(folder));
      assertThat(run.code()).as(run.out() + run.err()).isZero();
      assertThat(line(run, "own port")).startsWith("ok").contains("is free");
      assertThat(line(run, "bob, name")).startsWith("ok").contains("127.0.0.1 (IPv4)");
      assertThat(line(run, "bob, port")).startsWith("ok").contains("round trip");
      assertThat(line(run, "own certificate")).startsWith("ok").contains("alice (party 0)");
      assertThat(line(run, "certificate's name")).startsWith("ok");
      assertThat(line(run, "certificate's end")).startsWith("ok").contains("99 days left");
      assertThat(line(run, "JDK")).startsWith("ok");
      assertThat(line(run, "clock")).startsWith("ok");
      assertThat(line(run, "sockets")).contains("epoll");
      assertThat(run.out()).contains("0 failed.");
    }
  }

  @Test
  void anOwnPortInUseIsAFault() throws Exception {
    try (ServerSocket taken = listening();
        ServerSocket bob = listening()) {
      CommandRun run =
          doctor(pair(taken.getLocalPort(), HERE.getHostAddress(), bob.getLocalPort()));
      assertThat(run.code()).isEqualTo(1);
      assertThat(line(run, "own port"))
          .startsWith("fail")
          .contains("" + taken.getLocalPort())
          .contains("in use");
      assertThat(run.out()).contains("to do: end the program that listens there");
    }
  }

  @Test
  void anOwnAddressOfAnotherMachineIsAFault() throws Exception {
    PartyTable table =
        new PartyTable(
            List.of(
                new Party(0, "alice", new Endpoint("192.0.2.1", freePort())),
                new Party(1, "bob", new Endpoint(HERE.getHostAddress(), freePort()))));
    CommandRun run = doctor(table);
    assertThat(run.code()).isEqualTo(1);
    assertThat(line(run, "own port")).startsWith("fail").contains("192.0.2.1");
    assertThat(run.out()).contains("set bind: 0.0.0.0:");
  }

  @Test
  void aDeadPortIsAPeerThatIsNotReachable() throws Exception {
    CommandRun run = doctor(pair(freePort(), HERE.getHostAddress(), freePort()));
    assertThat(run.code()).isEqualTo(3);
    assertThat(line(run, "bob, port")).startsWith("fail").contains("refused");
    assertThat(run.out())
        .contains("start bob (no fault if it has not started yet)")
        .contains("This party is ready")
        .contains("1 failed.");
  }

  @Test
  void aPortThatDoesNotAnswerIsToldFromOneThatRefuses() throws Exception {
    List<Socket> filling = new ArrayList<>();
    try (ServerSocket full = new ServerSocket(0, 1, HERE)) {
      // Nobody accepts: behind its backlog the kernel drops what comes.
      boolean dropped = false;
      for (int i = 0; i < 16 && !dropped; i++) {
        Socket socket = new Socket();
        filling.add(socket);
        try {
          socket.connect(full.getLocalSocketAddress(), 200);
        } catch (java.net.SocketTimeoutException e) {
          dropped = true;
        }
      }
      org.junit.jupiter.api.Assumptions.assumeTrue(dropped, "this kernel drops no connects");
      CommandRun run =
          doctor(
              pair(freePort(), HERE.getHostAddress(), full.getLocalPort()),
              "--timeout-seconds",
              "1");
      assertThat(run.code()).isEqualTo(3);
      assertThat(line(run, "bob, port")).startsWith("fail").contains("no answer in 1000 ms");
      assertThat(run.out()).contains("firewall");
    } finally {
      for (Socket socket : filling) {
        socket.close();
      }
    }
  }

  @Test
  void anUnknownNameIsAPeerThatIsNotReachable() throws Exception {
    CommandRun run = doctor(pair(freePort(), "no-such-host.invalid", 7000));
    assertThat(run.code()).isEqualTo(3);
    assertThat(line(run, "bob, name"))
        .startsWith("fail")
        .contains("no-such-host.invalid")
        .contains("unknown host");
    assertThat(run.out()).contains("getent hosts no-such-host.invalid").doesNotContain("bob, port");
  }

  private CommandRun withCertificate(PartyUri party, Duration untilFromNow) throws Exception {
    Instant now = Instant.now();
    DevelopmentCa ca = new DevelopmentCa(now.minus(Duration.ofDays(9)), now.plusSeconds(9_000_000));
    CertifiedKey own = ca.issue(party, now.minus(Duration.ofDays(8)), now.plus(untilFromNow));
    try (ServerSocket bob = listening()) {
      return doctor(
          pair(freePort(), HERE.getHostAddress(), bob.getLocalPort()),
          "--cert",
          "" + pem("cert.pem", "CERTIFICATE", own.certificate().getEncoded()),
          "--key",
          "" + pem("key.pem", "PRIVATE KEY", own.key().getEncoded()),
          "--ca",
          "" + pem("ca.pem", "CERTIFICATE", ca.certificate().getEncoded()));
    }
  }

  private Path pem(String name, String label, byte[] der) throws Exception {
    return Files.writeString(
        folder.resolve(name),
        "-----BEGIN "
            + label
            + "-----\n"
            + Base64.getMimeEncoder().encodeToString(der)
            + "\n-----END "
            + label
            + "-----\n");
  }

  @Test
  void anExpiredCertificateIsABadFile() throws Exception {
    CommandRun run = withCertificate(new PartyUri(0, "alice"), Duration.ofDays(-1));
    assertThat(run.code()).isEqualTo(2);
    assertThat(line(run, "own certificate")).startsWith("fail").contains("it expired on");
    assertThat(line(run, "bob, port")).as("the other checks go on").startsWith("ok");
  }

  @Test
  void aCertificateThatEndsSoonIsAWarning() throws Exception {
    CommandRun run = withCertificate(new PartyUri(0, "alice"), Duration.ofDays(3));
    assertThat(run.code()).as(run.out()).isZero();
    assertThat(line(run, "certificate's end")).startsWith("warn").contains("2 days left");
  }

  @Test
  void aCertificateOfAnotherPartyIsABadFile() throws Exception {
    CommandRun run = withCertificate(new PartyUri(1, "bob"), Duration.ofDays(90));
    assertThat(run.code()).isEqualTo(2);
    assertThat(line(run, "certificate's name"))
        .startsWith("fail")
        .contains("expected a certificate of alice (party 0), got one of bob (party 1)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "doctor --parties OUT/none.yaml --self 0|cannot read it",
        "doctor --parties OUT/bad.yaml --self 0|expected YAML as documented",
        "doctor --parties OUT/good.yaml --self 2|party id: expected 0 to 1, got 2",
        "doctor --parties OUT/good.yaml --self 0 --link mars|link: expected one of",
        "doctor --parties OUT/good.yaml --self 0 --timeout-seconds 0|expected 1 to 600, got 0",
        "doctor --parties OUT/good.yaml --self 0 --cert x.pem|Missing required argument",
        "doctor --self 0|Missing required option: '--parties",
        "party --id 0 --parties OUT/good.yaml --cert a --key b|--ca=FILE",
        "party --id 0 --parties OUT/good.yaml --link mars|link: expected one of",
        "party --id 0 --parties OUT/good.yaml --cert OUT/a --key OUT/b --ca OUT/c|certificate file",
        "demo --link wan|expected --parties with",
        "demo --cert a --key b --ca c|expected --parties with",
        "demo --parties OUT/good.yaml --ca c|--cert=FILE",
        "demo --parties OUT/good.yaml|expected three parties and the client, got 2",
      })
  void wrongUsageIsNamed(String line, String complaint) throws Exception {
    Files.writeString(folder.resolve("bad.yaml"), "parties: [");
    PartyFile.write(Parties.loopbackTable("alice", "bob"), folder.resolve("good.yaml"));
    CommandRun run = CommandRun.of(line.replace("OUT", "" + folder).split(" "));
    assertThat(run.code()).as(run.err()).isEqualTo(2);
    assertThat(run.err()).contains(complaint);
    assertThat(run.out()).isEmpty();
  }
}
