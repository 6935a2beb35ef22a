package org.sotto.net;

final class SharedSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.SHARED.parties(count, options);
  }
}
