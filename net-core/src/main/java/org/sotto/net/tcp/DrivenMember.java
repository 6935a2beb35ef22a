package org.sotto.net.tcp;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One member: its lanes, of which the first {@code up} have stood. */
final class DrivenMember extends TcpSession.Member {
  private final DrivenSession session;
  private final @Nullable Lane[] lanes;
  private int up;
  private int asked;

  DrivenMember(DrivenSession session, Link link, int most) {
    super(link);
    this.session = session;
    this.lanes = new Lane[most];
  }

  void countUp() {
    while (up < lanes.length) {
      Lane next = lanes[up];
      if (next == null || !next.stood()) {
        return;
      }
      up++;
    }
  }

  /** How many of the first lanes have stood. */
  int up() {
    return up;
  }

  int most() {
    return lanes.length;
  }

  /** A lane, if it was made. */
  @Nullable Lane known(int index) {
    return index < lanes.length ? lanes[index] : null;
  }

  /** Remembers how many flows the dialing side was asked for; whether that is news. */
  boolean askedFor(int wanted) {
    if (asked >= wanted) {
      return false;
    }
    asked = wanted;
    return true;
  }

  Lane lane(int index) {
    Lane lane = lanes[index];
    if (lane == null) {
      lane = new Lane(session, this, index);
      lanes[index] = lane;
    }
    return lane;
  }

  List<Lane> all() {
    List<Lane> all = new ArrayList<>();
    for (Lane lane : lanes) {
      if (lane != null) {
        all.add(lane);
      }
    }
    return all;
  }

  /** The next of the indices below {@code wanted} that nobody has asked for, or -1. */
  synchronized int ask(int wanted) {
    return asked < Math.min(wanted, lanes.length) ? asked++ : -1;
  }

  @Override
  boolean allHere(List<Long> sent) {
    for (int i = 0; i < Math.min(sent.size(), lanes.length); i++) {
      if ((lanes[i] == null ? 0 : lanes[i].flow().received()) != sent.get(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  boolean mayCome() {
    for (Lane lane : lanes) {
      if (lane != null && lane.flow().isUp()) {
        return true;
      }
    }
    return false;
  }

  @Override
  void end(@Nullable Throwable why) {
    for (int i = 0; i < lanes.length; i++) {
      if (i == 0 || lanes[i] != null) {
        lane(i).inbound().end(why);
      }
    }
  }

  /** Whether the peer needs nothing more of us. */
  boolean isSatisfied() {
    return lost() != null
        || remote() < 0
        || closedAt() != null
        || all().stream().allMatch(lane -> lane.flow().pending() == 0);
  }
}
