package dev.mortise.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Random;
import java.util.Set;

/**
 * A script and its right answer.
 *
 * @param name for people
 * @param join the join
 * @param events in order of arrival
 * @param answer what should come out
 * @param features what it shows if it comes out right
 */
public record Script(
    String name, JoinSetting join, List<Event> events, Answer answer, Set<Feature> features) {
  /** A watermark beyond all rows. */
  static final long END = Long.MAX_VALUE;

  /** The script of one case. */
  static Script of(Case one) {
    return new Script(one.name(), one.join(), one.events(), one.answer(), one.features());
  }

  /** The same with the sides swapped and the bound negated: the same rows match. */
  Script mirrored() {
    Answer mirror = new Answer();
    answer.pairs().forEach(pair -> mirror.pair(mirrored(pair.right()), mirrored(pair.left())));
    answer.lateMatchedRows().forEach(row -> mirror.lateMatched(mirrored(row)));
    answer.unmatched().forEach(row -> mirror.unmatched(mirrored(row)));
    answer.nullKeys().forEach(row -> mirror.nullKey(mirrored(row)));
    answer.late().forEach(late -> mirror.late(mirrored(late.row()), late.watermark()));
    answer.broken().forEach(line -> mirror.broken(mirrored(line)));
    return new Script(
        name + ", mirrored",
        join.mirrored(),
        events.stream().map(Script::mirrored).toList(),
        mirror,
        features);
  }

  private static Event mirrored(Event event) {
    if (event instanceof StreamRow row) {
      return mirrored(row);
    }
    if (event instanceof Mark mark) {
      return new Mark(mark.side().other(), mark.time());
    }
    return mirrored((BrokenLine) event);
  }

  private static StreamRow mirrored(StreamRow row) {
    return new StreamRow(row.side().other(), row.id(), row.k(), row.n(), row.time());
  }

  private static BrokenLine mirrored(BrokenLine line) {
    return new BrokenLine(line.side().other(), line.id());
  }

  /**
   * The same with the rows between two watermarks in another order, where no row of them is late or
   * behind the watermark: then their order must not matter.
   */
  Script shuffled(long seed) {
    Random random = new Random(seed);
    Case.Watermark watermark = new Case.Watermark();
    List<Event> shuffled = new ArrayList<>();
    List<Event> segment = new ArrayList<>();
    for (Event event : events) {
      if (event instanceof Mark mark) {
        close(segment, watermark.least(), random, shuffled);
        watermark.take(mark);
        shuffled.add(mark);
      } else {
        segment.add(event);
      }
    }
    close(segment, watermark.least(), random, shuffled);
    return new Script(name + ", shuffled by " + seed, join, shuffled, answer, features);
  }

  private void close(List<Event> segment, long watermark, Random random, List<Event> to) {
    if (segment.stream().allMatch(event -> isOnTime(event, watermark))) {
      Collections.shuffle(segment, random);
    }
    to.addAll(segment);
    segment.clear();
  }

  private boolean isOnTime(Event event, long watermark) {
    return !(event instanceof StreamRow row) || new Case.Arrival(row, watermark).isOnTime(join);
  }

  /** From the least to the greatest time of its rows, in milliseconds. */
  long span() {
    LongSummaryStatistics times =
        events.stream()
            .filter(event -> event instanceof StreamRow)
            .mapToLong(event -> ((StreamRow) event).time())
            .summaryStatistics();
    return times.getCount() == 0 ? 0 : times.getMax() - times.getMin();
  }
}
