package dev.mortise.window;

import java.util.Objects;
import org.joda.time.Instant;

/**
 * One result of a window: the aggregate of all rows of a key that the window has had so far. A
 * later pane of the same key and window replaces it.
 *
 * @param <K> key
 * @param <V> aggregate
 * @param key the key of the rows
 * @param start start of the window, inclusive, in event time
 * @param end end of the window, exclusive, in event time
 * @param value the aggregate
 * @param timing where the watermark stood
 * @param index number of this pane among those of its key and window, from 0. A session that others
 *     were merged into counts from 0 again
 * @param last whether it is certain that no other pane of this key and window follows. With an
 *     allowed lateness most windows never have such a pane
 */
public record WindowPane<K, V>(
    K key, Instant start, Instant end, V value, Timing timing, long index, boolean last) {
  public WindowPane {
    Objects.requireNonNull(start, "start");
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(timing, "timing");
  }
}
