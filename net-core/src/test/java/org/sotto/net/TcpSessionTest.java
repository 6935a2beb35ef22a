package org.sotto.net;

final class TcpSessionTest extends SessionContractTest {
  @Override
  Parties parties(int count) {
    return Parties.onLoopback(count, MeshOptions.defaults());
  }
}
