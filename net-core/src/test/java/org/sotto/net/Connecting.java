package org.sotto.net;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.sotto.net.party.PartyTable;

/** Meshes that connect in threads of their own, and are closed at the end. */
final class Connecting implements AutoCloseable {
  private final List<CompletableFuture<Mesh>> meshes = new ArrayList<>();

  static MeshOptions within(Duration deadline) {
    return MeshOptions.defaults()
        .withConnectDeadline(deadline)
        .withHandshakeTimeout(Duration.ofMillis(500));
  }

  CompletableFuture<Mesh> connect(PartyTable table, int self, MeshOptions options) {
    CompletableFuture<Mesh> mesh = start(() -> Mesh.connect(table, self, options));
    meshes.add(mesh);
    return mesh;
  }

  static <T> CompletableFuture<T> start(Supplier<T> task) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                result.complete(task.get());
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
            });
    return result;
  }

  static <T> T get(CompletableFuture<T> future) {
    try {
      return future.get(8, TimeUnit.SECONDS);
    } catch (ExecutionException | InterruptedException | TimeoutException e) {
      throw new AssertionError("expected a result", e);
    }
  }

  /** What a future failed with, within a time. */
  static Throwable failure(CompletableFuture<?> future, Duration limit) {
    try {
      Object got = future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      throw new AssertionError("expected a failure, got " + got);
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError("expected a failure within " + limit, e);
    }
  }

  @Override
  public void close() {
    List<CompletableFuture<Void>> closes = new ArrayList<>();
    for (CompletableFuture<Mesh> mesh : meshes) {
      closes.add(
          mesh.handle((m, e) -> m)
              .thenAcceptAsync(
                  m -> {
                    if (m != null) {
                      m.close();
                    }
                  }));
    }
    closes.forEach(Connecting::get);
  }
}
