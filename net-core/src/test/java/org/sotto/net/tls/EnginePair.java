package org.sotto.net.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A dialing and an accepting engine joined in memory; what one writes the other reads. */
final class EnginePair {
  private static final int BUFFER_BYTES = 64 << 10;
  private static final int MOST_TURNS = 1_000;

  private static final class End {
    final SSLEngine engine;
    final ByteBuffer outbox = ByteBuffer.allocate(BUFFER_BYTES);
    final ByteBuffer plain = ByteBuffer.allocate(BUFFER_BYTES);
    long sent;
    @Nullable Throwable failure;

    End(SSLEngine engine) {
      this.engine = engine;
    }
  }

  private final End dialing;
  private final End accepting;

  EnginePair(SSLEngine dialing, SSLEngine accepting) {
    this.dialing = new End(dialing);
    this.accepting = new End(accepting);
  }

  /** Carries bytes both ways until nothing moves. */
  EnginePair run() {
    for (int turn = 0; turn < MOST_TURNS; turn++) {
      boolean moved = step(dialing, accepting);
      moved |= step(accepting, dialing);
      if (!moved) {
        return this;
      }
    }
    throw new AssertionError("the engines never came to rest");
  }

  private static boolean step(End self, End peer) {
    boolean moved = wrap(self);
    moved |= tasks(self);
    self.outbox.flip();
    if (self.outbox.hasRemaining() && peer.failure == null) {
      int before = self.outbox.remaining();
      unwrap(peer, self.outbox);
      moved |= self.outbox.remaining() < before;
    }
    self.outbox.compact();
    return tasks(peer) || moved;
  }

  private static boolean wrap(End end) {
    try {
      int before = end.outbox.position();
      SSLEngineResult result;
      do {
        result = end.engine.wrap(ByteBuffer.allocate(0), end.outbox);
        end.sent += result.bytesProduced();
      } while (result.bytesProduced() > 0);
      return end.outbox.position() > before;
    } catch (SSLException e) {
      fail(end, e);
      return false;
    }
  }

  private static void unwrap(End end, ByteBuffer in) {
    try {
      SSLEngineResult result;
      do {
        end.plain.clear();
        result = end.engine.unwrap(in, end.plain);
        tasks(end);
      } while (result.bytesConsumed() > 0 && in.hasRemaining());
    } catch (SSLException e) {
      fail(end, e);
    }
  }

  private static boolean tasks(End end) {
    boolean ran = false;
    while (end.engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
      end.engine.getDelegatedTask().run();
      ran = true;
    }
    return ran;
  }

  private static void fail(End end, SSLException failure) {
    if (end.failure == null) {
      end.failure = failure;
      wrap(end); // Its alert, which the other end is to see.
    }
  }

  boolean isOpen() {
    return dialing.failure == null
        && accepting.failure == null
        && dialing.engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
        && accepting.engine.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
        && dialing.engine.getSession().getProtocol().equals("TLSv1.3");
  }

  long sentByAccepting() {
    return accepting.sent;
  }

  long sentByDialing() {
    return dialing.sent;
  }

  TlsFailure atDialing() {
    return failure(dialing);
  }

  TlsFailure atAccepting() {
    return failure(accepting);
  }

  private static TlsFailure failure(End end) {
    if (end.failure == null) {
      throw new AssertionError(
          (end.engine.getUseClientMode() ? "the dialing" : "the accepting")
              + " end: expected a failure, got none");
    }
    return TlsFailure.of(end.failure);
  }
}
