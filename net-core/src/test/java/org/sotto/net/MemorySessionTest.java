package org.sotto.net;

final class MemorySessionTest extends SessionContractTest {
  @Override
  Parties parties(int count) {
    return Parties.inMemory(count, MeshOptions.defaults());
  }
}
