package org.sotto.net.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.PartyTable;
import org.sotto.net.transport.SessionSpec;

/** Where the members of one session meet; one lock guards all its pipes. */
final class MemorySession {
  final ReentrantLock lock = new ReentrantLock();
  private final Condition arrivals = lock.newCondition();
  private final PartyTable parties;
  private final String key;
  private final @Nullable MemoryFlows[] flows;
  private int left;
  private int entered;

  MemorySession(PartyTable parties, String key) {
    this.parties = parties;
    this.key = key;
    this.flows = new MemoryFlows[parties.size()];
  }

  String key() {
    return key;
  }

  @Nullable MemoryFlows member(int party) {
    return flows[party];
  }

  MemoryFlows enter(int self, SessionSpec spec, Consumer<MemoryFlows> onClose) {
    lock.lock();
    try {
      if (flows[self] != null) {
        throw new IllegalStateException("session " + key + " is open twice at party " + self);
      }
      MemoryFlows mine = new MemoryFlows(this, self, spec, parties.size(), onClose);
      flows[self] = mine;
      entered++;
      arrivals.signalAll();
      return mine;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every member that {@code mine} names is there, then compares the specs. */
  void meet(MemoryFlows mine, Duration deadline) {
    long end = System.nanoTime() + deadline.toNanos();
    lock.lock();
    try {
      for (int member : mine.spec().members()) {
        while (flows[member] == null) {
          if (mine.isCut()) {
            throw new ConnectException("session " + key + ": the mesh was closed", null);
          }
          long wait = end - System.nanoTime();
          if (wait <= 0) {
            throw new ConnectException(
                "session "
                    + key
                    + ": "
                    + parties.party(member).label()
                    + " (in memory) did not open it within "
                    + deadline,
                null);
          }
          arrivals.awaitNanos(wait);
        }
      }
      for (int member : mine.spec().members()) {
        MemoryFlows other = flows[member];
        if (other == null) {
          continue;
        }
        List<String> mismatches = new ArrayList<>(mine.spec().mismatches(other.spec()));
        if (!mismatches.isEmpty()) {
          throw new HelloMismatchException(
              parties.party(member).label() + " in session " + key, mismatches);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ConnectException("session " + key + ": interrupted while opening", e);
    } finally {
      lock.unlock();
    }
  }

  /** Lets those who wait for members look again; call with the lock held. */
  void wake() {
    arrivals.signalAll();
  }

  void exit() {
    left++;
  }

  boolean abandoned() {
    lock.lock();
    try {
      return left == entered;
    } finally {
      lock.unlock();
    }
  }
}
