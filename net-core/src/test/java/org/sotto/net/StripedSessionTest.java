package org.sotto.net;

final class StripedSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.STRIPED.parties(count, options);
  }
}
