package org.sotto.net.memory;

/** One flow of one session, one way; what a link's model knows by its number. */
final class Lane {
  private static final int NONE = -1;

  final LinkedFlows from;
  final int to;
  final int flow;
  private int number = NONE;

  Lane(LinkedFlows from, int to, int flow) {
    this.from = from;
    this.to = to;
    this.flow = flow;
  }

  boolean isNumbered() {
    return number != NONE;
  }

  void number(int given) {
    number = given;
  }

  int number() {
    return number;
  }

  String session() {
    return from.session().key();
  }

  /** Tells the receiver of bytes that are here now; of the end, if there are none. */
  void land(long bytes) {
    if (from.session().member(to) instanceof LinkedFlows there) {
      there.land(from.self, flow, bytes);
    }
  }
}
