package org.sotto.net;

final class RecordedSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.RECORDED.parties(count, options);
  }
}
