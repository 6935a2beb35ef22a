package org.sotto.net;

final class LinkSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.LINK.parties(count, options);
  }
}
