package org.sotto.net.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.sotto.net.party.Endpoint;

/** A name of several addresses is dialed at each. */
final class RotatingAddressesTest {
  private static final Endpoint BOB = new Endpoint("bob.example", 7000);

  @Test
  void theAddressesOfANameComeInTurn() throws UnknownHostException {
    InetAddress six = InetAddress.getByAddress("bob.example", new byte[16]);
    InetAddress four = InetAddress.getByAddress("bob.example", new byte[] {127, 0, 0, 1});
    Addresses addresses = new Addresses(BOB, host -> new InetAddress[] {six, four});
    for (int i = 0; i < 3; i++) {
      assertThat(addresses.next()).isEqualTo(new InetSocketAddress(six, 7000));
      assertThat(addresses.next()).isEqualTo(new InetSocketAddress(four, 7000));
    }
  }

  @Test
  void anUnknownNameIsLeftForConnectingToSay() {
    Addresses addresses =
        new Addresses(
            BOB,
            host -> {
              throw new UnknownHostException(host);
            });
    assertThat(addresses.next().isUnresolved()).isTrue();
  }
}
