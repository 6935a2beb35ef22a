package org.sotto.net.memory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.sotto.net.link.LinkModel;

/**
 * One way of the link between two parties, shared by all sessions and flows of the pair. What is
 * written is told to the model in an order that does not depend on which thread came first: by
 * time, session and flow. Flows are numbered in that order too, because a flow's stalls follow from
 * its number.
 */
final class Wire {
  private static final Comparator<Submission> ORDER =
      Comparator.comparingLong(Submission::at)
          .thenComparing(s -> s.lane().session())
          .thenComparingInt(s -> s.lane().flow);

  private record Submission(Lane lane, long at, long bytes) {}

  private final LinkModel model;
  private final List<Submission> written = new ArrayList<>();
  private final Map<Integer, Lane> lanes = new HashMap<>();
  private final List<Lane> over = new ArrayList<>();
  private int numbered;

  Wire(LinkModel model) {
    this.model = model;
  }

  /** Bytes that leave at this moment; 0 bytes are the lane's end. */
  void write(Lane lane, long at, long bytes) {
    written.add(new Submission(lane, at, bytes));
  }

  /** Nothing arrives before this moment. */
  long nextEvent() {
    settle();
    return model.nextEvent();
  }

  /** Lands all that has arrived by now. */
  void poll(long now) {
    settle();
    model.poll(now, this::arrived);
    for (Lane lane : over) {
      model.forget(lane.number());
      lanes.remove(lane.number());
    }
    over.clear();
  }

  private void settle() {
    if (written.isEmpty()) {
      return;
    }
    written.sort(ORDER);
    for (Submission submission : written) {
      Lane lane = submission.lane();
      if (!lane.isNumbered()) {
        lane.number(numbered++);
        lanes.put(lane.number(), lane);
      }
      model.submit(lane.number(), submission.at(), submission.bytes());
    }
    written.clear();
  }

  private void arrived(int number, long bytes, long at) {
    Lane lane = Objects.requireNonNull(lanes.get(number));
    lane.land(bytes);
    if (bytes == 0) {
      over.add(lane);
    }
  }
}
