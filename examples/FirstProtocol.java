import org.sotto.mpc.Arithmetic;
import org.sotto.mpc.Ring;
import org.sotto.mpc.ThreeParty;
import org.sotto.net.Parties;

/** Alice and bob each have a secret; three parties open nothing but the product. */
public final class FirstProtocol {
  public static void main(String[] args) {
    try (Parties parties = Parties.inMemory(3)) {
      var results =
          parties.run(
              "product",
              session -> {
                try (ThreeParty mpc = ThreeParty.setUp(session)) {
                  var ring = new Arithmetic(mpc);
                  var x = ring.input(Ring.Z32, 0, new long[] {session.self() == 0 ? 6 : 0});
                  var y = ring.input(Ring.Z32, 1, new long[] {session.self() == 1 ? 7 : 0});
                  long product = ring.open(ring.multiply(x, y))[0];
                  return product + ", " + session.costs().sum().payloadSent() + " bytes sent";
                }
              });
      results.forEach(System.out::println);
    }
  }
}
