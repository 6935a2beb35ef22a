package org.sotto.net.memory;

/**
 * A thread's part in virtual time from before it starts to after its last session: while a seat is
 * taken by nobody, or by a thread that does not wait for a session, the clock stands. Of no effect
 * in networks on real time.
 */
public interface Seat extends AutoCloseable {
  /** For real time, where nothing needs to be held. */
  static Seat none() {
    return NoSeat.INSTANCE;
  }

  /** The calling thread takes the seat. */
  void take();

  /** The thread, or whoever made the seat in vain, gives it up. */
  @Override
  void close();
}
