package org.sotto.net;

final class MemorySessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.MEMORY.parties(count, options);
  }
}
