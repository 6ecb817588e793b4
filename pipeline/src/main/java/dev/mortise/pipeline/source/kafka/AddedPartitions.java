package dev.mortise.pipeline.source.kafka;

import dev.mortise.pipeline.source.WatermarkBoard;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Says that topics have got partitions which the run does not read. */
final class AddedPartitions {
  private final String input;
  private final PolledOffsets polled;
  private final Map<String, Integer> known = new HashMap<>();

  /**
   * @param planned how many partitions each topic had when the run first started
   * @param polled knows how many there are by now
   */
  AddedPartitions(String input, Map<String, Integer> planned, PolledOffsets polled) {
    this.input = input;
    this.polled = polled;
    this.known.putAll(planned);
  }

  /** How many partitions each topic of a source has. */
  static Map<String, Integer> count(List<TopicRange> ranges) {
    Map<String, Integer> counts = new HashMap<>();
    ranges.forEach(range -> counts.merge(range.topic(), 1, Integer::sum));
    return counts;
  }

  /** Says it of each topic that has more partitions than the last time. */
  void look() {
    for (Map.Entry<String, Integer> topic : known.entrySet()) {
      int now = polled.partitions(topic.getKey());
      if (now > topic.getValue()) {
        WatermarkBoard.say(
            String.format(
                "%s: topic %s has got partitions since this run first started: it has %d, and only"
                    + " those up to %s-%d are read. To read them all, start anew, without saved"
                    + " state.",
                input, topic.getKey(), now, topic.getKey(), topic.getValue() - 1));
        topic.setValue(now);
      }
    }
  }
}
