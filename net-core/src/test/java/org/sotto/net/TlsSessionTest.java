package org.sotto.net;

final class TlsSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.TLS.parties(count, options);
  }
}
