package org.sotto.bench.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;
import org.sotto.net.tls.TlsIdentity;

/** Looks at all that a party needs before it runs; the peers need not be there. */
public final class Doctor {
  private final PartyTable table;
  private final Party self;
  private final Duration timeout;

  /**
   * @param self which party of the table this machine is to be
   * @param timeout how long one attempt to connect may take
   */
  public Doctor(PartyTable table, int self, Duration timeout) {
    this.table = table;
    this.self = table.party(self);
    this.timeout = timeout;
  }

  /**
   * Looks at everything.
   *
   * @param identity reads the TLS identity, and throws what is wrong with it
   * @param tls whether there is one to read
   * @param link what the links to the peers are taken to be
   */
  public DoctorReport examine(Supplier<TlsIdentity> identity, boolean tls, LinkProfile link) {
    HostChecks host = new HostChecks();
    List<Finding> findings = new ArrayList<>(host.runtime(table.size() - 1));
    findings.addAll(host.buffers(link));
    findings.add(OwnCertificate.clock());
    findings.addAll(tls ? OwnCertificate.check(identity, self) : List.of(OwnCertificate.none()));
    findings.addAll(OwnPort.check(self));
    findings.addAll(peers());
    return new DoctorReport(self.label(), table.toString(), findings);
  }

  /** All peers at once, since each may take its time. */
  private List<Finding> peers() {
    List<Finding> findings = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<List<Finding>>> probes = new ArrayList<>();
      for (Party peer : table.all()) {
        if (peer.id() != self.id()) {
          probes.add(threads.submit(() -> new PeerProbe(peer, timeout).check()));
        }
      }
      for (Future<List<Finding>> probe : probes) {
        findings.addAll(probe.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a check failed: " + e.getCause(), e);
    }
    return findings;
  }
}
