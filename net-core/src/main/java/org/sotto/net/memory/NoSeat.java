package org.sotto.net.memory;

/** A seat where time passes anyway. */
enum NoSeat implements Seat {
  INSTANCE;

  @Override
  public void take() {
    // Real time needs no seats.
  }

  @Override
  public void close() {
    // Real time needs no seats.
  }
}
