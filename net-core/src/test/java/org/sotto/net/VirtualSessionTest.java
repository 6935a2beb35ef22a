package org.sotto.net;

import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;

final class VirtualSessionTest extends SessionContractTest {
  @Override
  public Parties parties(int count, MeshOptions options) {
    return Carrier.VIRTUAL.parties(count, options);
  }

  @Test
  @Disabled("about real time: the sender works until its peer has the bytes, so the clock stands")
  @Override
  public void anExplicitFlushSendsWithoutAReceive() {}
}
