package dev.mortise.pipeline.dashboard;

import dev.mortise.pipeline.source.WatermarkBoard.Standing;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.beam.sdk.transforms.windowing.BoundedWindow;
import org.joda.time.Instant;

/**
 * The watermark of an input, from those of its partitions: the least of them.
 *
 * @param partitions where each of them stands
 */
record InputWatermark(List<Standing> partitions) {

  static InputWatermark of(String input, List<Standing> all) {
    return new InputWatermark(
        all.stream().filter(standing -> standing.input().equals(input)).toList());
  }

  /** The partition that holds the input back; empty if none is known. */
  Optional<Standing> behind() {
    return partitions.stream().min(Comparator.comparing(Standing::watermark));
  }

  /** Where the input stands; empty before its first row, and where this process does not know. */
  Optional<Instant> time() {
    return behind().map(Standing::watermark).filter(time -> !isBeginning(time));
  }

  /** Whether nothing will come any more. */
  boolean hasEnded() {
    return behind().filter(standing -> isEnd(standing.watermark())).isPresent();
  }

  /** How far it trails processing time, in milliseconds; empty without an answer. */
  Optional<Long> lag(long nowMillis) {
    return time()
        .filter(time -> !isEnd(time))
        .map(time -> Math.max(0, nowMillis - time.getMillis()));
  }

  static boolean isBeginning(Instant time) {
    return !time.isAfter(BoundedWindow.TIMESTAMP_MIN_VALUE);
  }

  static boolean isEnd(Instant time) {
    return !time.isBefore(BoundedWindow.TIMESTAMP_MAX_VALUE);
  }
}
