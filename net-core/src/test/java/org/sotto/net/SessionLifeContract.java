package org.sotto.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sotto.codec.Ring32;

/** Sessions come and go: one after another, beside each other, among some. */
interface SessionLifeContract extends OverTransport {

  private static int ping(Session session, int value) {
    session.next().send(new Ring32(value));
    return session.previous().receive(Ring32.class).value();
  }

  @Test
  default void twoHundredSessionsOfOneNameMeetInOrder() {
    try (Parties parties = parties(3)) {
      for (int i = 0; i < 200; i++) {
        int number = i;
        List<String> keys =
            parties.run(
                "again",
                session -> {
                  assertThat(ping(session, number)).isEqualTo(number);
                  return session.key();
                });
        assertThat(keys).containsOnly("again#" + i);
      }
    }
  }

  @Test
  default void aFastPartyMayBeSessionsAhead() {
    try (Parties parties = parties(2)) {
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        List<Future<Integer>> results = new ArrayList<>();
        for (int id = 0; id < 2; id++) {
          Mesh mesh = parties.mesh(id);
          results.add(
              threads.submit(
                  () -> {
                    int sum = 0;
                    for (int i = 0; i < 100; i++) {
                      try (Session session = mesh.session("one-way")) {
                        if (mesh.self() == 0) {
                          session.next().send(new Ring32(i));
                        } else {
                          sum += session.next().receive(Ring32.class).value();
                        }
                      }
                    }
                    return sum;
                  }));
        }
        assertThat(get(results.get(0))).isZero();
        assertThat(get(results.get(1))).isEqualTo(4950);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Test
  default void eightSessionsAtOnceOnThreadsOfOneMesh() {
    int sessions = 8;
    try (Parties parties = parties(3)) {
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        CyclicBarrier all = new CyclicBarrier(3 * sessions);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
          Mesh mesh = parties.mesh(id);
          for (int s = 0; s < sessions; s++) {
            int number = s;
            tasks.add(
                () -> {
                  try (Session session = mesh.session("thread-" + number)) {
                    all.await(5, TimeUnit.SECONDS);
                    for (int i = 0; i < 500; i++) {
                      assertThat(ping(session, 1000 * number + i)).isEqualTo(1000 * number + i);
                    }
                    return number;
                  }
                });
          }
        }
        List<Future<Integer>> results = new ArrayList<>();
        tasks.forEach(task -> results.add(threads.submit(task)));
        results.forEach(SessionLifeContract::get);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  @Test
  default void eightSessionsOnVirtualThreads() {
    try (Parties parties = parties(2);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> results = new ArrayList<>();
      for (int id = 0; id < 2; id++) {
        Mesh mesh = parties.mesh(id);
        for (int s = 0; s < 8; s++) {
          int number = s;
          results.add(
              threads.submit(
                  () -> {
                    try (Session session = mesh.session("virtual-" + number)) {
                      return ping(session, number);
                    }
                  }));
        }
      }
      int sum = 0;
      for (Future<Integer> result : results) {
        sum += get(result);
      }
      assertThat(sum).isEqualTo(56);
    }
  }

  @Test
  default void aSubsetTalksWhileAllTalk() {
    try (Parties parties = parties(4)) {
      ExecutorService threads = Executors.newCachedThreadPool();
      try {
        Future<List<Integer>> all =
            threads.submit(
                () ->
                    parties.run(
                        "all",
                        session -> {
                          int last = 0;
                          for (int i = 0; i < 1000; i++) {
                            last = ping(session, i);
                          }
                          return last;
                        }));
        List<Integer> some =
            parties.run(
                "some",
                SessionOptions.defaults().among(3, 1),
                session -> {
                  assertThat(session.members()).containsExactly(1, 3);
                  assertThat(session.next().peer()).isEqualTo(4 - session.self());
                  assertThat(session.next()).isSameAs(session.previous());
                  int last = 0;
                  for (int i = 0; i < 1000; i++) {
                    last = ping(session, -i);
                  }
                  return last;
                });
        assertThat(some).containsExactly(-999, -999);
        assertThat(get(all)).containsExactly(999, 999, 999, 999);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  static <T> T get(Future<T> future) {
    try {
      return future.get(10, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new AssertionError("a party's task failed", e);
    }
  }
}
