package org.sotto.bench.net;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;

/** What the two processes tell each other between batches, over a connection of its own. */
final class Control {
  private static final byte READY = 1;
  private static final byte GO = 2;

  private final boolean first;
  private final DataInputStream in;
  private final DataOutputStream out;

  /**
   * @param self 0 for the process that keeps the time
   */
  Control(int self, Socket socket) throws IOException {
    this.first = self == 0;
    this.in = new DataInputStream(socket.getInputStream());
    this.out = new DataOutputStream(socket.getOutputStream());
  }

  /** Returns when both processes have called it: the second is ready, then the first says go. */
  void begin() throws IOException {
    if (first) {
      expect(READY);
      out.writeByte(GO);
    } else {
      out.writeByte(READY);
      expect(GO);
    }
  }

  private void expect(byte signal) throws IOException {
    try {
      byte got = in.readByte();
      if (got != signal) {
        throw new IOException("expected the signal " + signal + ", got " + got);
      }
    } catch (EOFException e) {
      throw new IOException("the other process has ended", e);
    }
  }

  /** Nanoseconds of CPU of both processes, in the first one; 0 in the second. */
  long bothCpu(long own) throws IOException {
    if (!first) {
      out.writeLong(own);
      return 0;
    }
    try {
      return own + in.readLong();
    } catch (EOFException e) {
      throw new IOException("the other process has ended", e);
    }
  }
}
