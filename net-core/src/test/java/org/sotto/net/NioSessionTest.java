package org.sotto.net;

final class NioSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.NIO.parties(count, options);
  }
}
