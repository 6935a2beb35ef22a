package org.sotto.net.memory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.sotto.net.error.ConnectException;
import org.sotto.net.error.HelloMismatchException;
import org.sotto.net.party.PartyTable;

/**
 * Where the members of one session meet. One lock guards all its pipes, its own or, where sessions
 * share links, that of the links.
 */
final class MemorySession {
  final ReentrantLock lock;
  private final PartyTable parties;
  private final String key;
  private final @Nullable MemberFlows[] flows;
  private int left;
  private int entered;

  MemorySession(PartyTable parties, String key, ReentrantLock lock) {
    this.lock = lock;
    this.parties = parties;
    this.key = key;
    this.flows = new MemberFlows[parties.size()];
  }

  String key() {
    return key;
  }

  int size() {
    return flows.length;
  }

  @Nullable MemberFlows member(int party) {
    return flows[party];
  }

  MemberFlows enter(int self, Supplier<MemberFlows> maker) {
    lock.lock();
    try {
      if (flows[self] != null) {
        throw new IllegalStateException("session " + key + " is open twice at party " + self);
      }
      MemberFlows mine = maker.get();
      flows[self] = mine;
      entered++;
      wake();
      return mine;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until every member that {@code mine} names is there, then compares the specs. */
  void meet(MemberFlows mine, Duration deadline) {
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
          mine.awaitMembers(wait);
        }
      }
      for (int member : mine.spec().members()) {
        MemberFlows other = flows[member];
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
    for (MemberFlows member : flows) {
      if (member != null) {
        member.rouse();
      }
    }
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
