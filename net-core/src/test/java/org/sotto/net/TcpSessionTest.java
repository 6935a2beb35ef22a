package org.sotto.net;

final class TcpSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.TCP.parties(count, options);
  }
}
