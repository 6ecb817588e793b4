package dev.mortise.conformance;

import dev.mortise.join.JoinSide;
import dev.mortise.pipeline.format.IsoTime;
import org.jspecify.annotations.Nullable;

/**
 * A row of an input: the fields {@code id}, {@code k}, {@code n} and {@code time}, and with some
 * ids a {@code note} of several hundred characters: the join keeps long rows in another place.
 *
 * @param side which input it belongs to
 * @param id unique in its run, over both inputs, from 0
 * @param k first field of the key: letters, digits and dashes
 * @param n second field of the key, where a join has two
 * @param time event time in milliseconds since 1970
 */
public record StreamRow(JoinSide side, int id, @Nullable String k, @Nullable Long n, long time)
    implements Event {

  /** The schema of an input of such rows, as a spec has it. */
  static final String SCHEMA =
      "{id: int64, k: \"string?\", n: \"int64?\", time: timestamp, note: \"string?\"}";

  private static final int NOTES = 7;

  /** The row as an input holds it. */
  public String input() {
    return json(Long.toString(time));
  }

  /** The row as an output shows it. */
  String output() {
    return json('"' + isoTime(time) + '"');
  }

  private String json(String shownTime) {
    return "{\"id\":"
        + id
        + ",\"k\":"
        + (k == null ? "null" : '"' + k + '"')
        + ",\"n\":"
        + n
        + ",\"time\":"
        + shownTime
        + ",\"note\":"
        + (id % NOTES == 5 ? '"' + (id + " ").repeat(300) + '"' : "null")
        + "}";
  }

  /** The key as an output shows it: the field's value, or an array of several. */
  String key(JoinSetting join) {
    String first = k == null ? "null" : '"' + k + '"';
    return join.keyFields().size() == 1 ? first : "[" + first + "," + n + "]";
  }

  /** What two rows that match have in common; null if a part of the key is missing. */
  @Nullable Object joinKey(JoinSetting join) {
    if (join.keyFields().size() == 1) {
      return k;
    }
    return k == null || n == null ? null : new TwoFields(k, n);
  }

  private record TwoFields(String k, long n) {}

  static String isoTime(long millis) {
    return IsoTime.format(IsoTime.ofMillis(millis));
  }
}
