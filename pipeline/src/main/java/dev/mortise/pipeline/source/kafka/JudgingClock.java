package dev.mortise.pipeline.source.kafka;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.joda.time.Instant;
import org.jspecify.annotations.Nullable;

/** The processing time by which records are judged, kept so that they can be judged by it again. */
final class JudgingClock {
  private final boolean keeps;
  private final List<TopicMark.Judged> judged = new ArrayList<>();
  private final List<NavigableMap<Long, Long>> before = new ArrayList<>();
  private final Map<Integer, Instant> last = new HashMap<>();

  /**
   * @param partitions how many there are
   * @param keeps whether records may have to be judged again
   * @param again when they were judged before; null if they are new
   */
  JudgingClock(int partitions, boolean keeps, @Nullable List<TopicMark.Judged> again) {
    this.keeps = keeps;
    for (int i = 0; i < partitions && again != null; i++) {
      before.add(new TreeMap<>());
    }
    if (again != null) {
      again.forEach(one -> before.get(one.partition()).put(one.offset(), one.millis()));
    }
  }

  /**
   * The time to judge a record by.
   *
   * @param now processing time, for a record that is new
   */
  Instant at(int partition, long offset, Instant now) {
    if (!before.isEmpty()) {
      Map.Entry<Long, Long> then = before.get(partition).floorEntry(offset);
      return then == null ? now : Instant.ofEpochMilli(then.getValue());
    }
    if (keeps && !now.equals(last.put(partition, now))) {
      judged.add(new TopicMark.Judged(partition, offset, now.getMillis()));
    }
    return now;
  }

  /** What was noted since the last call. */
  List<TopicMark.Judged> take() {
    List<TopicMark.Judged> taken = List.copyOf(judged);
    judged.clear();
    last.clear();
    return taken;
  }
}
