package org.sotto.net;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sotto.codec.SottoException;
import org.sotto.net.error.PartyAbortedException;
import org.sotto.net.error.PeerLostException;
import org.sotto.net.link.LinkProfile;
import org.sotto.net.memory.Compute;
import org.sotto.net.memory.MemoryNetwork;
import org.sotto.net.memory.Seat;
import org.sotto.net.party.Endpoint;
import org.sotto.net.party.Party;
import org.sotto.net.party.PartyTable;

/**
 * All parties of a table in one JVM, each with its mesh and a platform thread of its own: for
 * tests, examples and cost measurements.
 */
public final class Parties implements AutoCloseable {
  private static final int LOWEST_PORT = 20_000;
  private static final int PORTS = 12_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PORTS));

  private final List<Mesh> meshes;
  private final ExecutorService threads;
  private final @Nullable MemoryNetwork network;

  /** What one party does in a session. */
  @FunctionalInterface
  public interface SessionTask<T extends @Nullable Object> {
    /** Runs the party's side of the protocol. */
    T run(Session session) throws Exception;
  }

  private Parties(List<Mesh> meshes, ExecutorService threads, @Nullable MemoryNetwork network) {
    this.meshes = meshes;
    this.threads = threads;
    this.network = network;
  }

  /** Joined through memory: the same frames and accounting as TCP, without sockets. */
  public static Parties inMemory(int parties) {
    return inMemory(parties, MeshOptions.defaults());
  }

  /** Joined through memory. */
  public static Parties inMemory(int parties, MeshOptions options) {
    return joined(new MemoryNetwork(PartyTable.named(names(parties))), parties, options);
  }

  /** Joined through memory, with an emulated link between each two parties, in real time. */
  public static Parties emulated(int parties, LinkProfile profile, MeshOptions options) {
    PartyTable table = PartyTable.named(names(parties));
    return joined(MemoryNetwork.emulated(table, profile), parties, options);
  }

  /**
   * Joined through memory, with an emulated link between each two parties, in virtual time: when
   * all parties wait, the clock jumps to what happens next, so that an hour on a slow link takes
   * seconds, and two runs have the same ledgers, times included. The parties' own work takes no
   * virtual time. Timeouts are virtual too, but for that of opening a session.
   *
   * <p>In {@link #run} the clock stands from before the first task starts, and while any task
   * works; a task that waits for anything but its session counts as working. So do other threads
   * with open sessions, but only from the opening of their first one to the end of their last.
   */
  public static Parties virtual(int parties, LinkProfile profile, MeshOptions options) {
    return virtual(parties, profile, options, Compute.FREE);
  }

  /** Joined in virtual time, and the parties' own work takes the time that is said. */
  public static Parties virtual(
      int parties, LinkProfile profile, MeshOptions options, Compute compute) {
    PartyTable table = PartyTable.named(names(parties));
    return joined(MemoryNetwork.virtual(table, profile, compute), parties, options);
  }

  private static Parties joined(MemoryNetwork network, int parties, MeshOptions options) {
    List<Mesh> meshes = new ArrayList<>();
    for (int id = 0; id < parties; id++) {
      meshes.add(Mesh.over(network.transport(id), options));
    }
    return new Parties(meshes, newThreads(), network);
  }

  /**
   * The virtual time that has passed since the parties were joined, in nanoseconds.
   *
   * @throws IllegalStateException if they live in real time
   */
  public long virtualNanos() {
    if (network == null || !network.isVirtual()) {
      throw new IllegalStateException("the parties live in real time");
    }
    return network.nanoTime();
  }

  /** Joined by TCP on free ports of the loopback interface. */
  public static Parties onLoopback(int parties, MeshOptions options) {
    return connecting(
        loopbackTable(names(parties)), (table, self) -> Mesh.connect(table, self, options));
  }

  /** How one party of a table connects. */
  @FunctionalInterface
  public interface Connector {
    /** Returns when the party is connected to all others. */
    Mesh connect(PartyTable table, int self);
  }

  /** Joined in a way of your own, all at the same time. */
  public static Parties connecting(PartyTable table, Connector connector) {
    ExecutorService threads = newThreads();
    List<Callable<Mesh>> connects = new ArrayList<>();
    for (Party party : table.all()) {
      connects.add(() -> connector.connect(table, party.id()));
    }
    try {
      return new Parties(all(threads, connects), threads, null);
    } catch (RuntimeException e) {
      threads.shutdownNow();
      throw e;
    }
  }

  /**
   * A table of parties on ports of the loopback interface that are free now. They are below those
   * that systems give to outgoing connections, so that none of these takes one before its party
   * listens.
   */
  public static PartyTable loopbackTable(String... names) {
    List<Party> parties = new ArrayList<>();
    List<ServerSocket> held = new ArrayList<>();
    try {
      String host = InetAddress.getLoopbackAddress().getHostAddress();
      for (int id = 0; id < names.length; id++) {
        ServerSocket socket = freePort();
        held.add(socket);
        parties.add(new Party(id, names[id], new Endpoint(host, socket.getLocalPort())));
      }
      for (ServerSocket socket : held) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("no free port on the loopback interface", e);
    }
    return new PartyTable(parties);
  }

  private static ServerSocket freePort() throws IOException {
    for (int i = 1; ; i++) {
      int port = LOWEST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
      try {
        return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
      } catch (BindException e) {
        if (i == PORTS) {
          throw e;
        }
      }
    }
  }

  static String[] names(int parties) {
    String[] known = {"alice", "bob", "charlie", "dave"};
    String[] names = new String[parties];
    for (int id = 0; id < parties; id++) {
      names[id] = id < known.length ? known[id] : "party-" + id;
    }
    return names;
  }

  private static ExecutorService newThreads() {
    return Executors.newCachedThreadPool(
        Thread.ofPlatform().daemon().name("sotto-party-", 0).factory());
  }

  /** The mesh of one party. */
  public Mesh mesh(int party) {
    return meshes.get(party);
  }

  /** How many parties there are. */
  public int size() {
    return meshes.size();
  }

  /** Runs a session of all parties with default options; see the other {@code run}. */
  public <T extends @Nullable Object> List<T> run(String session, SessionTask<T> task) {
    return run(session, SessionOptions.defaults(), task);
  }

  /**
   * Runs a task at every member of a session, each on its own thread, and returns the results in
   * the order of the members. If one fails, the others are told, and its failure is thrown with
   * theirs suppressed.
   */
  public <T extends @Nullable Object> List<T> run(
      String session, SessionOptions options, SessionTask<T> task) {
    List<Callable<T>> runs = new ArrayList<>();
    List<Seat> seats = new ArrayList<>();
    for (int id = 0; id < meshes.size(); id++) {
      Mesh mesh = meshes.get(id);
      if (options.members().isEmpty() || options.members().contains(id)) {
        Seat seat = network == null ? Seat.none() : network.seat();
        seats.add(seat);
        runs.add(
            () -> {
              seat.take();
              try {
                return runOne(mesh, session, options, task);
              } finally {
                seat.close();
              }
            });
      }
    }
    try {
      return all(threads, runs);
    } finally {
      seats.forEach(Seat::close);
    }
  }

  private static <T extends @Nullable Object> T runOne(
      Mesh mesh, String name, SessionOptions options, SessionTask<T> task) throws Exception {
    try (Session session = mesh.session(name, options)) {
      try {
        return task.run(session);
      } catch (SottoException e) {
        session.abort("a step failed: " + e.getClass().getSimpleName());
        throw e;
      } catch (Exception | Error e) {
        session.abort(e.getClass().getSimpleName());
        throw e;
      }
    }
  }

  private static <T extends @Nullable Object> List<T> all(
      ExecutorService threads, List<Callable<T>> tasks) {
    List<Future<T>> futures = new ArrayList<>();
    tasks.forEach(task -> futures.add(threads.submit(task)));
    List<T> results = new ArrayList<>();
    List<Throwable> failures = new ArrayList<>();
    for (Future<T> future : futures) {
      try {
        results.add(future.get());
      } catch (ExecutionException e) {
        failures.add(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        futures.forEach(f -> f.cancel(true));
        throw new IllegalStateException("interrupted while the parties run", e);
      }
    }
    if (failures.isEmpty()) {
      return results;
    }
    throw rootCause(failures);
  }

  /** The failure that was not caused by another party's, with the others suppressed. */
  @SuppressWarnings("ReferenceEquality") // the very one
  private static RuntimeException rootCause(List<Throwable> failures) {
    Throwable root =
        failures.stream()
            .filter(f -> !(f instanceof PartyAbortedException || f instanceof PeerLostException))
            .findFirst()
            .orElse(failures.getFirst());
    failures.stream().filter(f -> f != root).forEach(root::addSuppressed);
    if (root instanceof Error error) {
      throw error;
    }
    return root instanceof RuntimeException known
        ? known
        : new IllegalStateException("a party failed: " + root, root);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    List<Callable<Void>> closes = new ArrayList<>();
    for (Mesh mesh : meshes) {
      closes.add(
          () -> {
            mesh.close();
            return null;
          });
    }
    try (ExecutorService closers = Executors.newCachedThreadPool()) {
      var _ = closers.invokeAll(closes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
