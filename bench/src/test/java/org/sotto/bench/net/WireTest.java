package org.sotto.bench.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.sotto.net.Parties;

final class WireTest {
  private static final int SIZE = 256;

  private record Pair(Socket left, Socket right) implements AutoCloseable {
    static Pair open() throws IOException {
      try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        Socket left = new Socket(server.getInetAddress(), server.getLocalPort());
        return new Pair(left, server.accept());
      }
    }

    @Override
    public void close() throws IOException {
      left.close();
      right.close();
    }
  }

  @Test
  void plainCarriesNumberedMessages() throws IOException {
    try (Pair pair = Pair.open()) {
      Wire left = Wire.plain(pair.left(), SIZE);
      Wire right = Wire.plain(pair.right(), SIZE);
      for (int i = 0; i < 3; i++) {
        long number = Payload.number(2, i);
        left.send(number);
        right.receive(number);
        right.send(Payload.answer(number));
        left.receive(Payload.answer(number));
      }
    }
  }

  @Test
  void plainSendsThePatternBetweenTheNumbers() throws IOException {
    try (Pair pair = Pair.open()) {
      Wire.plain(pair.left(), SIZE).send(5);
      byte[] raw = pair.right().getInputStream().readNBytes(SIZE);
      ByteBuffer words = ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
      assertThat(words.getLong(0)).isEqualTo(Payload.first(5));
      for (int i = 1; i < SIZE / 8 - 1; i++) {
        assertThat(words.getLong(8 * i)).isEqualTo(Payload.between(i)).isNotZero();
      }
      assertThat(words.getLong(SIZE - 8)).isEqualTo(Payload.last(5));
    }
  }

  @Test
  void aRepeatedMessageFails() throws IOException {
    try (Pair pair = Pair.open()) {
      Wire left = Wire.plain(pair.left(), SIZE);
      Wire right = Wire.plain(pair.right(), SIZE);
      left.send(7);
      left.send(7);
      right.receive(7);
      assertThatThrownBy(() -> right.receive(8))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("wrong payload: expected message 8");
    }
  }

  @Test
  void aMessageWithAWrongEndFails() throws IOException {
    try (Pair pair = Pair.open()) {
      ByteBuffer words = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);
      words.putLong(0, Payload.first(7));
      words.putLong(SIZE - 8, Payload.last(7) ^ 1L << 63);
      pair.left().getOutputStream().write(words.array());
      Wire right = Wire.plain(pair.right(), SIZE);
      assertThatThrownBy(() -> right.receive(7)).hasMessageContaining("wrong payload");
    }
  }

  @Test
  void theEndOfTheOtherProcessIsNamed() throws IOException {
    try (Pair pair = Pair.open()) {
      Wire right = Wire.plain(pair.right(), SIZE);
      pair.left().getOutputStream().write(new byte[SIZE / 2]);
      pair.left().close();
      assertThatThrownBy(() -> right.receive(0))
          .isInstanceOf(EOFException.class)
          .hasMessage("the other process has ended");
    }
  }

  @Test
  void sessionsCarryNumberedMessagesAndRefuseWrongOnes() {
    try (Parties pair = Parties.inMemory(2)) {
      var _ =
          pair.run(
              "wire",
              session -> {
                Wire wire = Wire.session(session.next(), SIZE);
                if (session.self() == 0) {
                  wire.send(1);
                  wire.send(2);
                  wire.flush();
                } else {
                  wire.receive(1);
                  assertThatThrownBy(() -> wire.receive(3))
                      .hasMessageContaining("wrong payload: expected message 3");
                }
                return true;
              });
    }
  }
}
