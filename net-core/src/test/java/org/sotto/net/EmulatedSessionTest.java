package org.sotto.net;

final class EmulatedSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.EMULATED.parties(count, options);
  }
}
